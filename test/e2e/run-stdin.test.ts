import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atTerminal, hasTerminal } from "../support/at-terminal.ts";
import { pidsInEnvironment, pidsWith } from "../support/is-alive.ts";
import { hasBubblewrap } from "../support/open-sandbox.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";

type Typed = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a line of bash in which `$NACRE` is the program; nothing that it started may be left. */
async function typed(line: string, cwd = tempDir()): Promise<Typed> {
  const mark = tempDir("nacre-state-");
  const env = { ...process.env, NACRE_STATE_DIR: mark };
  const program = join(process.cwd(), "bin/nacre.js");
  const script = `NACRE="$0 ${program}"; ${line}`;
  const { status, stdout, stderr } = spawnSync("/bin/bash", ["-c", script, process.execPath], {
    encoding: "utf8",
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  await waitUntil("everything to be gone", () => pidsInEnvironment(mark).length + pidsWith(mark).length === 0);
  return { status, stdout, stderr };
}

test.each([
  ["what never ends, to a command that reads a line", "yes | $NACRE run -- head -1", "y\n"],
  ["what never ends, to a command that reads nothing", "yes | $NACRE run -- echo done", "done\n"],
  ["lines as they come", "(echo a; sleep 0.5; echo b) | $NACRE run -- 'while read x; do echo $x$x; done'", "aa\nbb\n"],
  ["a device", "$NACRE run -- 'head -c 3 | od -An -tx1' < /dev/zero", " 00 00 00\n"],
  ["nothing with -n", "echo a | $NACRE run -n -- cat", ""],
  ["nothing of /dev/null", "$NACRE run -- bash < /dev/null", ""],
  ["nothing where stdin is closed", "$NACRE run -- cat <&-", ""],
  [
    "a list, of which -n leaves the rest",
    "printf '1\\n2\\n' | while read -r x; do $NACRE run -n -- echo $x; done",
    "1\n2\n",
  ],
])("run passes on %s", async (_name, line, stdout) => {
  expect(await typed(line)).toEqual({ status: 0, stdout, stderr: "" });
});

test.each(hasBubblewrap ? ["none", "workspace"] : ["none"])(
  "run passes every byte of a file on, with the sandbox %s",
  async (sandbox) => {
    const dir = tempDir();
    writeFileSync(join(dir, "big"), randomBytes(5_000_000));
    const line = `$NACRE run --sandbox ${sandbox} --workspace . -- cat < big | cmp - big && echo same`;
    expect((await typed(line, dir)).stdout).toBe("same\n");
  },
);

test("run ends with the code of its command, whatever is left to read", async () => {
  expect((await typed("yes | $NACRE run -- 'exit 3'")).status).toBe(3);
  expect((await typed("yes | $NACRE run --timeout 1000 -- 'sleep 60'")).status).toBe(124);
  expect((await typed("sleep 1 | $NACRE run -- 'exit 4'")).status).toBe(4);
});

test("run asks about a shell that would read what nobody has judged", async () => {
  const { status, stderr } = await typed("echo echo hi | $NACRE run -- bash");
  expect([status, stderr]).toEqual([126, expect.stringContaining("What this runs cannot be known")]);
});

test("run says that a directory cannot be read", async () => {
  const { stderr } = await typed("$NACRE run -- cat < .");
  expect(stderr).toBe("nacre: the standard input cannot be read: it is a directory\n");
});

test.skipIf(!hasTerminal)("run with -T reads nothing from a terminal", () => {
  expect(atTerminal("$NACRE run -T -- 'cat; echo end'", { typed: "typed\n" }).shown).toMatch(/end\r\n$/);
});
