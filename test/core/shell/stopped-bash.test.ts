import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_SESSION } from "../../../src/core/base/ids.ts";
import { childrenOf } from "../../../src/core/process/descendants.ts";
import { statOf } from "../../../src/core/process/identity.ts";
import type { Session } from "../../../src/core/shell/session/session.ts";
import { type Ran, run, testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

/*
 * A process of the same user can stop a session's bash at any time, and stop it again whenever nacre lets it go on. That
 * costs seconds, and perhaps the bash, which the next result then says; it never costs the session, nor what was saved.
 */

/** Stops every process below this one, but for those that are spared, again and again. */
const STOPPER = `
my ($parent, $seconds, %spared) = (shift, shift, map { $_ => 1 } @ARGV);
my ($end, $begun) = (time + $seconds, 0);
while (time < $end && open(my $list, '<', "/proc/$parent/task/$parent/children")) {
  kill('STOP', grep { !$spared{$_} } split(' ', <$list> // ''));
  if (!$begun++) { $| = 1; print "begun\\n" }
  select(undef, undef, undef, 0.0005);
}`;

/** Longer than every limit of a turn. */
const HELD_SECONDS = 40;

/** Holds the bash of a supervisor, or only those that it starts from now on, until the returned function is called. */
async function hold(supervisor: number, which: "this" | "next"): Promise<() => void> {
  const spared = which === "this" ? [] : childrenOf(supervisor);
  const words = ["-e", STOPPER, String(supervisor), String(HELD_SECONDS), ...spared.map(String)];
  const stopper = spawn("perl", words, { stdio: ["ignore", "pipe", "ignore"] });
  const release = (): void => void stopper.kill("SIGKILL");
  onTestFinished(release);
  await once(stopper.stdout, "data");
  return release;
}

type Turn = {
  readonly what: string;
  readonly held: "this" | "next";
  /** What is done while bash is held; `directory`: where the next command is to run. */
  readonly during?: (session: Session, bash: number) => unknown;
  readonly directory?: boolean;
};

const TURNS: readonly Turn[] = [
  { what: "saves its state", held: "this", during: (session) => session.saved() },
  { what: "changes its directory", held: "this", directory: true },
  { what: "is about to read a command", held: "this" },
  { what: "takes the state over and says hello", held: "next", during: (_, bash) => process.kill(bash, "SIGKILL") },
];

test.each(TURNS)("a bash that is held while it $what costs no session", { timeout: 120_000 }, async (turn) => {
  const manager = testManager();
  const session = manager.session(DEFAULT_SESSION, "/tmp");
  const bash = Number((await run(manager, "X=kept; echo $$")).stdout);
  await session.saved();
  await run(manager, "Y=unsaved");
  const release = await hold(statOf(bash)?.parent ?? 0, turn.held);
  await turn.during?.(session, bash);
  const directory = turn.directory === true ? tempDir() : "/tmp";
  // One that is held in the middle of its text is ended, and said to be: nothing is told as done that was not.
  const held: Ran = await run(manager, "pwd; echo $X; echo $$", { directory });
  if (held.code === 0) {
    expect(held.stdout).toMatch(new RegExp(`^${directory}\\nkept\\n\\d+\\n$`));
    expect(held.outcome.restored !== undefined).toBe(!held.stdout.endsWith(`\n${bash}\n`));
  } else expect(held.code).toBe("stopped");
  release();
  const { stdout } = await run(manager, "pwd; echo $X", { directory });
  expect(stdout).toBe(`${directory}\nkept\n`);
});
