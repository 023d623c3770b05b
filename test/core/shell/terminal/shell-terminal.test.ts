import { expect, test } from "vitest";
import { trust } from "../../../../src/core/permission/cleared.ts";
import type { ShellProcess } from "../../../../src/core/shell/background/shell-process.ts";
import type { ShellManager } from "../../../../src/core/shell/shell-manager.ts";
import { screenText } from "../../../../src/core/terminal/screen-text.ts";
import { hasBubblewrap } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { run, testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const walled = (): ShellManager => openToolkit({ sandbox: "workspace" }).shells;

const SIZE = { cols: 80, rows: 24 };
const LIMITS = { limitMs: 60_000 };

const rowsOf = async (shell: ShellProcess): Promise<string> => {
  await shell.terminal?.screen.settled();
  return shell.terminal === undefined ? "" : screenText(shell.terminal.screen.drawing());
};

const type = async (shell: ShellProcess, text: string): Promise<void> =>
  void (await shell.input?.write(Buffer.from(text), LIMITS));

const places: readonly [string, () => ShellManager][] = [
  ["without a sandbox", () => testManager()],
  ...(hasBubblewrap ? [["in a sandbox", walled] as [string, () => ShellManager]] : []),
];

test.each(places)(
  "a shell on a terminal has the session's state, asks, is answered and resized, %s",
  async (_, open) => {
    const manager = open();
    await run(manager, "X=kept; export PAGER=mine");
    const text = 'echo $X $TERM $PAGER "[${GIT_PAGER-unset}]"; read -rp "name? " n; stty size; echo "hi $n"; exit 4';
    const shell = await manager.startShell(trust(text), { workingDir: "/tmp", terminal: SIZE });
    await waitUntil("the question", async () => (await rowsOf(shell)).includes("name?"));
    const facts = await shell.terminal?.facts();
    expect(facts).toMatchObject({ isCanonical: true, echoes: true, hasSignals: true, unread: 0, queued: 0 });
    expect(facts?.foreground.map(({ isCommandShell }) => isCommandShell)).toEqual([true]);
    await shell.terminal?.resize({ cols: 70, rows: 12 });
    await type(shell, "joe\r");
    expect(await shell.wait(60_000)).toBe(4);
    expect(shell.getAllOutput()).toBe("kept xterm-256color mine [unset]\nname? joe\n12 70\nhi joe\n");
    expect((await run(manager, "echo ${n-none}")).stdout).toBe("none\n");
  },
);

test("a flood is drawn without more memory than its screen, and a kill ends it", async () => {
  const shell = await testManager().startShell(trust("yes"), { workingDir: "/tmp", terminal: SIZE });
  await waitUntil("some output", () => shell.transcript.bytes.stdout > 3_000_000);
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect(shell.status).toBe("killed");
});

test("ten megabytes and bytes that are no UTF-8 arrive, all of them before the end", async () => {
  const text = "printf '\\377\\376ok\\n'; seq 1 1400000; echo last";
  const shell = await testManager().startShell(trust(text), { workingDir: "/tmp", terminal: SIZE });
  expect(await shell.wait(120_000)).toBe(0);
  expect(shell.transcript.bytes.stdout).toBeGreaterThan(10_000_000);
  expect(shell.read({ tail: 2 }).text).toBe("1400000\nlast\n");
});

test("a kill leaves nothing of what ignores its signals, or left its session", async () => {
  const text =
    "trap '' HUP TERM INT; setsid sleep 1000 & nohup sleep 1001 >/dev/null & bash -i -c 'sleep 1002' & sleep 1003";
  const shell = await testManager().startShell(trust(text), { workingDir: "/tmp", terminal: SIZE });
  await waitUntil("all of them", () => shell.processes().length >= 5);
  expect(await shell.kill()).toEqual({ survivors: [] });
  expect(shell.processes()).toEqual([]);
});

test.runIf(hasBubblewrap)("nothing can be pushed into the input of a sandboxed terminal", async () => {
  const push = 'perl -e \'my $c = "x"; print ioctl(STDIN, 0x5412, $c) ? "pushed" : "refused $!", "\\n"\'';
  const shell = await walled().startShell(trust(push), { workingDir: "/tmp", terminal: SIZE });
  expect(await shell.wait(60_000)).toBe(0);
  expect(shell.getAllOutput()).toMatch(/^refused /);
});
