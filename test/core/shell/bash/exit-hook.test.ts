import { expect, test } from "vitest";
import { EXIT_HOOK, MARK } from "../../../../src/core/shell/bash/exit-hook.ts";
import { quote } from "../../../../src/core/shell/bash/script-lines.ts";
import { ScriptedBash } from "../../../support/scripted-bash.ts";

const onExit = quote(EXIT_HOOK.alone);

/** What bash prints of a trap goes over the socket at each turn. */
test("the trap that bash holds is short", () => {
  for (const hook of Object.values(EXIT_HOOK)) expect(hook.length).toBeLessThan(150);
});

test.each([
  ["at the top level", "x=kept; exit 5"],
  ["in a function", "f() { local y=1; x=kept; exit 5; }; f"],
  ["under the user's options", "set -euxo pipefail; set -T; IFS=1; x=kept; exit 5"],
  ["by an error", "set -e; x=kept; (exit 5)"],
])("an exit %s says the state, and ends with its own status", async (_, text) => {
  const bash = await ScriptedBash.start();
  const { heard, stdout } = await bash.run(text, { onExit });
  expect(heard).toMatchObject({ kind: "exit", exit: { exitCode: 5 } });
  expect(heard.said.split(`\0${MARK}\0`)[1]).toContain('declare -- x="kept"');
  expect(stdout).toBe("");
});

test("the state holds the traps, and what they print at the end of bash is not shown", async () => {
  const bash = await ScriptedBash.start();
  const { heard, stdout } = await bash.run("trap 'echo debug' DEBUG; trap 'echo return' RETURN; exit 5", { onExit });
  expect(heard.said).toContain("trap -- 'echo debug' DEBUG");
  expect(heard.said).toContain("trap -- 'echo return' RETURN");
  expect(stdout).toBe("debug\ndebug\n");
});

test("a child that ends says nothing", async () => {
  const bash = await ScriptedBash.start();
  const { heard } = await bash.run("(exit 3); exit 3 | cat; x=$(exit 3); exit 3 & wait", { onExit });
  expect(heard).toMatchObject({ kind: "answer" });
  expect(heard.said).not.toContain(MARK);
});
