import { expect, test } from "vitest";
import type { TryReply } from "../../../../../src/apps/page/page-messages.ts";
import { answerTries, answerTry } from "../../../../../src/apps/server/page/tries/tries-answer.ts";
import { writeRecord } from "../../../../../src/core/try/try-record.ts";
import { tryGround } from "../../../../support/tried.ts";

const asked = (query: object): URLSearchParams => new URLSearchParams({ ...query });

test("open tries are told by their records, the newest first", async () => {
  const { stateDir, run, workspace } = tryGround({ a: "1\n" });
  expect(answerTries(stateDir)).toEqual({ tries: [] });
  const [older, newer] = [await run("echo 2 >> a"), await run("rm a")];
  writeRecord(stateDir, { ...older, commands: ["make"], startedAt: 1, kept: ["x"] });
  writeRecord(stateDir, { ...newer, startedAt: 2, isOpen: false });
  expect(answerTries(stateDir).tries).toEqual([
    { id: newer.id, workspace, startedAt: 2, commands: [], kept: 0, isRunning: false },
    { id: older.id, workspace, startedAt: 1, commands: ["make"], kept: 1, isRunning: true },
  ]);
});

test("a try is told with diffs: long ones are cut until all of one is asked for", async () => {
  const { stateDir, run } = tryGround({ a: "1\n", "d/x": "x\n", "d/y": "y\n" });
  const { id } = await run(`seq 1000 > n; chmod 600 a; rm -r d; mkdir -p node_modules/m; echo m > node_modules/m/i`);
  const { status, value } = await answerTry(stateDir, asked({ id }));
  const { changes, more } = value as TryReply;
  expect({ status, more }).toEqual({ status: 200, more: 0 });
  expect(changes).toMatchObject(
    [
      { sign: "M", path: "a", count: 1, diffs: [{ facts: [], lines: [], content: "text" }] },
      { sign: "D", path: "d", diffs: [{ path: "d/x", lines: ["@@ -1,1 +0,0 @@", "-x"] }, { path: "d/y" }] },
      { sign: "A", path: "n", diffs: [{ facts: ["new file mode 100644"], more: 601 }] },
      { sign: "A", path: "node_modules", count: 3, diffs: [], hasMore: false },
    ].toSorted((one, other) => one.path.localeCompare(other.path)),
  );
  const { value: whole } = await answerTry(stateDir, asked({ id, path: "n" }));
  expect((whole as TryReply).changes).toMatchObject([{ path: "n", diffs: [{ more: 0 }] }]);
  expect((whole as TryReply).changes[0]?.diffs[0]?.lines).toHaveLength(1001);
});

test("secrets are told and not drawn; a long line is cut with a word about it", async () => {
  const { stateDir, run } = tryGround({ ".env": "A=1\n" });
  const { id } = await run("echo A=hush > .env; head -c 5000 /dev/zero | tr '\\0' x > line");
  const { value } = await answerTry(stateDir, asked({ id }));
  expect(JSON.stringify(value)).not.toContain("hush");
  expect((value as TryReply).changes).toMatchObject([
    { path: ".env", marks: ["secret"], diffs: [{ content: "secret", lines: [] }] },
    {
      path: "line",
      diffs: [
        {
          lines: [
            "@@ -0,0 +1,1 @@",
            expect.stringMatching(/^\+x{1999}… \(3001 more characters\)$/),
            expect.any(String),
          ],
        },
      ],
    },
  ]);
});

test("after so many files no diff is sent, and that is said", async () => {
  const { stateDir, run } = tryGround(Object.fromEntries(Array.from({ length: 205 }, (_, at) => [`f${at}`, "x\n"])));
  const { id } = await run("for f in f*; do echo y > $f; done");
  const { changes } = (await answerTry(stateDir, asked({ id }))).value as TryReply;
  expect(changes.filter(({ hasMore }) => hasMore)).toHaveLength(5);
  expect(changes.flatMap(({ diffs }) => diffs)).toHaveLength(200);
});

test.each(["", "try_00000000", "../../etc"])("a try that is not there (%j) is said to be over", async (id) => {
  const { stateDir } = tryGround();
  expect(await answerTry(stateDir, asked({ id }))).toMatchObject({ status: 404, value: { error: { code: "gone" } } });
});
