import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Escape sequences and overwrites are made text per read, so what is printed here has none. */
const plainText = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}]/u.test(text));

type Step =
  | { readonly kind: "print"; readonly bytes: Buffer }
  | { readonly kind: "read" }
  /** Everything printed so far has reached the transcript. */
  | { readonly kind: "settle" };

/** A line is printed in two pieces that may part a character; reads and pauses fall anywhere between. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      line: plainText.map((text) => Buffer.from(`${text}\n`)),
      cut: fc.nat(12),
      between: fc.constantFrom<readonly Step["kind"][]>([], ["read"], ["settle", "read"]),
      after: fc.constantFrom<readonly Step["kind"][]>([], ["settle"], ["read"], ["settle", "read", "read"]),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) =>
    lines.flatMap(({ line, cut, between, after }): Step[] => [
      { kind: "print", bytes: line.subarray(0, cut) },
      ...pauses(between),
      { kind: "print", bytes: line.subarray(cut) },
      ...pauses(after),
    ]),
  );

const pauses = (kinds: readonly Step["kind"][]): Step[] =>
  kinds.flatMap((kind): Step[] => (kind === "print" ? [] : [{ kind }]));

test("for any interleaving of prints and reads, default reads together give the whole output exactly once", async () => {
  // What may be the beginning of a secret is held back, and the test waits for every byte.
  const { start, call, shells, workingDir } = openToolkit({ redact: false });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const script = join(workingDir, "script");
      writeFileSync(script, "");
      // A real shell that prints what the test appends to a file, in the test's own time.
      const bash_id = await start("exec tail -c +1 -s 0.01 -f script");
      const shell = shells.getShell(bash_id);
      const printed: Buffer[] = [];
      let read = "";
      const look = async (): Promise<void> => {
        const { output } = await call("BashOutput", { bash_id });
        const blank = output.indexOf("\n\n");
        read += blank === -1 ? "" : output.slice(blank + 2);
      };
      const settle = (): Promise<void> =>
        waitUntil("all bytes", () => shell?.transcript.bytes.stdout === Buffer.concat(printed).length);
      for (const step of all) {
        if (step.kind === "read") await look();
        else if (step.kind === "settle") await settle();
        else {
          appendFileSync(script, step.bytes);
          printed.push(step.bytes);
        }
      }
      await settle();
      await look();
      await look();
      expect(read).toBe(Buffer.concat(printed).toString());
      await call("KillShell", { shell_id: bash_id });
    }),
    { numRuns: 30 },
  );
});

test("two readers with cursors of their own never take from each other", async () => {
  const { start, call } = openToolkit();
  const bash_id = await start("for i in $(seq 1 40); do echo line $i; sleep 0.01; done");
  const follow = async (): Promise<string> => {
    let since: unknown = 0;
    let text = "";
    for (;;) {
      const { output, metadata } = await call("BashOutput", { bash_id, since, wait_for: "output" });
      if (metadata["wait"] === "ended") return text;
      since = metadata["next_cursor"];
      const last = `[next: since="${String(since)}"]`;
      expect(output.endsWith(`\n${last}`)).toBe(true);
      text += output.slice(output.indexOf("\n\n") + 2, -last.length);
    }
  };
  const whole = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join("");
  expect(await Promise.all([follow(), follow()])).toEqual([whole, whole]);
  expect((await call("BashOutput", { bash_id })).output).toContain(`\n\n${whole}`);
});
