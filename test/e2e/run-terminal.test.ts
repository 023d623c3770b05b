import { expect, onTestFinished, test } from "vitest";
import { atTerminal, hasTerminal } from "../support/at-terminal.ts";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { tempDir } from "../support/temp-dir.ts";
import { TestTerminal } from "../support/test-terminal.ts";
import { waitUntil } from "../support/wait-until.ts";

test.runIf(hasTerminal)(
  "run at a terminal gives its command one of the same size and kind, and that terminal's lines",
  () => {
    const { code, shown } = atTerminal(
      `$NACRE run -- 'read -p "name? " x; echo "got $x"; tty; stty size; echo $TERM; exit 3'`,
      { typed: "Ada\n", columns: 77 },
    );
    expect(code).toBe(3);
    expect(shown).toMatch(/name\? .*got Ada\r+\n\/dev\/pts\/\d+\r+\n24 77\r+\nxterm\r+\n$/s);
  },
);

test.runIf(hasTerminal)("run with -T gives none", () => {
  expect(atTerminal("$NACRE run -T -- tty").shown).toBe("not a tty\r\n");
});

/** A bash that types a line, on a terminal of its own, until the test is over. */
async function bashAtTerminal(
  line: string,
): Promise<{ shows: (text: string) => Promise<void>; terminal: TestTerminal }> {
  const home = tempDir();
  const script = `stty rows 24 cols 80; export NACRE_STATE_DIR=${home}/state; NACRE="${process.execPath} ${process.cwd()}/bin/nacre.js"; ${line}`;
  const terminal = await TestTerminal.open(["bash", "-c", script], home);
  onTestFinished(async () => {
    await terminal.close();
    await waitUntil("nothing of the test to be alive", () => pidsInEnvironment(`${home}/state`).length === 0);
  });
  const screen = (): string => terminal.screen.drawing().rows.join("\n");
  const shows = (text: string): Promise<void> => waitUntil(`${text} to be shown`, () => screen().includes(text));
  return { shows, terminal };
}

test("Ctrl-C at the terminal of run is its command's, and the terminal takes lines again behind it", async () => {
  const command = "trap 'echo caught; exit 4' INT; echo ready; while :; do sleep 0.1; done";
  const { shows, terminal } = await bashAtTerminal(
    `$NACRE run -- ${JSON.stringify(command)}; echo "code $?"; stty -a | grep -o -- '-*icanon' | tr i I; sleep 1000`,
  );
  await shows("ready");
  await terminal.write(Buffer.from("\x03"));
  await shows("caught");
  await shows("code 4");
  await shows("\nIcanon");
});

test("what a killed program left on the terminal of run is taken back", async () => {
  const command = "printf '\\033[?1049h\\033[?25ldrawn'; sleep 1000";
  const { shows, terminal } = await bashAtTerminal(
    `$NACRE run --timeout 3000 -- ${JSON.stringify(command)}; echo "code $?"; sleep 1000`,
  );
  await shows("drawn");
  await shows("code 124");
  await waitUntil("the first screen to be back", () => !terminal.screen.modes.alternate);
  expect(terminal.screen.modes.cursorHidden).toBe(false);
});
