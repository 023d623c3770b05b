import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { UsersTerminal } from "../../../../src/apps/cli/commands/users-terminal.ts";
import type { Io } from "../../../../src/apps/cli/io.ts";

const terminal = (): PassThrough => Object.assign(new PassThrough(), { setRawMode: () => undefined });
const io = (more: Partial<Io> = {}): Io =>
  ({ stdin: terminal(), isInteractive: true, columns: 90, rows: 30, env: {}, ...more }) as Io;

test.each<[string, Partial<Io>]>([
  ["stdin is no terminal", { stdin: new PassThrough() }],
  ["stdout is no terminal", { columns: undefined }],
  ["nobody sits before it", { isInteractive: false }],
])("there is none where %s", (_, more) => {
  expect(UsersTerminal.of(io(more))).toBeUndefined();
});

test("a command gets its size, within bounds, and what it is called", () => {
  expect(UsersTerminal.of(io({ env: { TERM: "xterm-kitty" } }))?.given).toMatchObject({
    cols: 90,
    rows: 30,
    term: "xterm-kitty",
  });
  const vast = UsersTerminal.of(io({ columns: 9000, rows: 1 }))?.given;
  expect([vast?.cols, vast?.rows, vast?.term]).toEqual([500, 2, undefined]);
});

test("one that no command was given has nothing to take back", async () => {
  await expect(UsersTerminal.of(io())?.close()).resolves.toBeUndefined();
});
