import { expect, test } from "vitest";
import type { BashAnswer } from "../../../../src/core/shell/bash/answer.ts";
import { EXIT_HOOK, MARK } from "../../../../src/core/shell/bash/exit-hook.ts";
import { ExitTrap } from "../../../../src/core/shell/bash/exit-trap.ts";
import { quote } from "../../../../src/core/shell/bash/script-lines.ts";
import { ScriptedBash } from "../../../support/scripted-bash.ts";

const OURS = quote(EXIT_HOOK.alone);

const answer = (exitTrap: string | undefined): BashAnswer => ({
  status: 0,
  last: "",
  options: [],
  pipeStatus: [0],
  debugTrap: undefined,
  disabled: [],
  hasReturnTrap: false,
  hasTraps: false,
  movedStreams: false,
  cwd: "/",
  place: undefined,
  aliases: 0,
  exitTrap,
});

test("nacre's trap is set once, and taken away for a text that could see it", () => {
  const trap = new ExitTrap();
  expect([trap.before("echo"), trap.before("trap -p"), trap.before("trap : EXIT")]).toEqual([
    OURS,
    undefined,
    undefined,
  ]);
  trap.note(answer(OURS));
  expect([trap.before("echo"), trap.before("trap -p"), trap.before("trap : EXIT")]).toEqual([undefined, "-", "-"]);
  trap.note(answer("'the user'"));
  expect(trap.before("echo")).toBe(OURS);
  trap.note(answer(OURS));
  trap.forget();
  expect(trap.before("echo")).toBe(OURS);
});

test("nacre's trap stands in front of the user's between two pieces, unless the rest lists traps", () => {
  const trap = new ExitTrap();
  const both = `${quote(`${EXIT_HOOK.first}\n`)}'echo bye'`;
  expect(trap.between(answer("'echo bye'"), "exit 3")).toBe(both);
  expect(trap.between(answer(undefined), "exit 3")).toBe(OURS);
  expect(trap.between(answer("'echo bye'"), "trap -p")).toBeUndefined();
});

test("an exit in the user's own trap says the state, unless that trap lists traps", () => {
  const trap = new ExitTrap();
  expect([trap.under("exit 3"), trap.under("trap -p"), trap.under("echo; trap")]).toEqual([OURS, "-", "-"]);
});

test("only what the user set counts as the user's", () => {
  const trap = new ExitTrap();
  expect([answer(undefined), answer(OURS), answer("'mine'")].map((one) => trap.usersIn(one))).toEqual([
    undefined,
    undefined,
    "'mine'",
  ]);
});

test("bash gives both parts of a trap back as they were set", async () => {
  const bash = await ScriptedBash.start();
  const trap = new ExitTrap();
  const { heard: first } = await bash.run("trap 'echo \"it'\\''s\" $?' EXIT");
  if (first.kind === "exit") throw new Error("bash ended");
  const users = trap.usersIn(first.answer);
  expect(users).toBe(`'echo "it'\\''s" $?'`);
  const { heard: second } = await bash.run("true", { onExit: trap.between(first.answer, "true") });
  if (second.kind === "exit") throw new Error("bash ended");
  expect(trap.usersIn(second.answer)).toBe(users);
  const { heard: last, stdout } = await bash.run("x=kept; exit 5");
  expect(last).toMatchObject({ kind: "exit", exit: { exitCode: 5 } });
  expect(last.said.split(`\0${MARK}\0`)[1]).toContain('declare -- x="kept"');
  expect(stdout).toBe("it's 5\n");
});
