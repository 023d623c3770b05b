import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Outlet } from "../../../../src/core/line/line-host.ts";
import type { LineEvent, ScreenView } from "../../../../src/core/line/line-messages.ts";
import { trust } from "../../../../src/core/permission/cleared.ts";
import type { ShellProcess } from "../../../../src/core/shell/background/shell-process.ts";
import { sendScreens, typeByUser } from "../../../../src/core/shell/line/terminal-line.ts";
import { testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const onTerminal = (command: string): Promise<ShellProcess> =>
  testManager().startShell(trust(command), { workingDir: "/tmp", terminal: { cols: 60, rows: 10 } });

/** A reader that keeps what it was sent. */
function reader(): { readonly outlet: Outlet; readonly last: () => ScreenView | undefined } {
  const events: LineEvent[] = [];
  const outlet: Outlet = {
    isOpen: true,
    closed: new Promise(() => undefined),
    send: async (event) => void events.push(event),
    tell: (event) => void events.push(event),
  };
  return {
    outlet,
    last: () => events.flatMap((event) => (event.kind === "screen" ? [event.screen] : [])).at(-1),
  };
}

test("a reader is sent what a terminal shows, and the user types into it, until its command ends", async () => {
  const shell = await onTerminal("read -p 'name? ' a; printf '\\033[31mhi %s\\033[0m\\n' \"$a\"");
  const { outlet, last } = reader();
  const sent = sendScreens(shell, outlet);
  await waitUntil("the question", () => last()?.rows[0] === "name?");
  expect(last()).toMatchObject({ cols: 60, cursor: { row: 1, column: 7 }, isCursorHidden: false, title: "" });
  expect(await typeByUser(shell, { shell: shell.id, text: "bo" })).toEqual({ is: { shell: shell.id, typed: 2 } });
  expect(await typeByUser(shell, { shell: shell.id, keys: "b Enter" })).toEqual({ is: { shell: shell.id, typed: 2 } });
  expect(await sent).toBeUndefined();
  expect(last()?.rows.slice(0, 2)).toEqual(["name? bob", "\x1b[0;38;5;1mhi bob\x1b[0m"]);
});

test("keys that are none, and shells that have ended, are said", async () => {
  const shell = await onTerminal("cat");
  expect(await typeByUser(shell, { shell: shell.id, keys: "Entr" })).toMatchObject({
    no: { code: "invalid", sentence: 'there is no key "Entr": did you mean Enter?' },
  });
  await shell.kill();
  expect(await typeByUser(shell, { shell: shell.id, text: "x" })).toMatchObject({
    no: { sentence: "this shell takes no input: it has ended" },
  });
});

test("a line of the user that the kernel would cut is not typed, and said", async () => {
  const shell = await onTerminal("read -r a; echo got ${#a}");
  const typed = await typeByUser(shell, { shell: shell.id, text: `${"x".repeat(4096)}\n` });
  expect(typed).toMatchObject({ no: { code: "invalid", sentence: expect.stringContaining("this one has 4096") } });
  await typeByUser(shell, { shell: shell.id, text: "it\n" });
  expect(await shell.wait(60_000)).toBe(0);
  expect(shell.getAllOutput()).toContain("got 2");
});

test("a shell without a terminal has no screen, though the user can type into it", async () => {
  const shell = await testManager().startShell(trust("read a; echo got $a"), { workingDir: "/tmp" });
  expect(await sendScreens(shell, reader().outlet)).toMatchObject({
    no: { sentence: "this shell has no terminal; nacre logs shows what it prints" },
  });
  expect(await typeByUser(shell, { shell: shell.id, text: "it\n" })).toEqual({ is: { shell: shell.id, typed: 3 } });
  await waitUntil("the answer", () => shell.transcript.read({ maxChars: 100 }).stdout.includes("got it"));
});

test("a shell whose input came with its command says so", async () => {
  const shell = await testManager().startShell(trust("sleep 300"), {
    workingDir: "/tmp",
    stdin: Readable.from(["given"]),
  });
  expect(await typeByUser(shell, { shell: shell.id, text: "x" })).toMatchObject({
    no: { sentence: "this shell takes no input: it was given with its command" },
  });
});

test("what the user types makes the line unknown to the judge of a model's typing", async () => {
  const shell = await onTerminal("cat");
  await typeByUser(shell, { shell: shell.id, text: "rm -rf " });
  expect(shell.terminal?.line.literal).toBeUndefined();
});
