import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A host whose questions wait, and a user who looks at it from outside. */
function host() {
  const stateDir = tempDir("nacre-state-");
  const kit = openToolkit({ stateDir, ask: "wait", app: "test" });
  kit.shells.open();
  const nacre = (...words: string[]) => cli([...words, "--state-dir", stateDir], { env: {} });
  const asked = async (command: string) => {
    const calling = kit.call("Bash", { command });
    await waitUntil("the question", () => kit.questions.list().some(({ state }) => state === "open"));
    const { id = "" } = kit.questions.list().find(({ state }) => state === "open") ?? {};
    return { calling, id };
  };
  return { kit, nacre, asked };
}

test("a question is listed with all that the user decides on, and answered by its id", async () => {
  const { nacre, asked } = host();
  expect((await nacre("questions")).stdout).toBe("no questions\n");
  const { calling, id } = await asked("git push --force nowhere");
  const { stdout } = await nacre("questions");
  expect(stdout).toMatch(
    new RegExp(`^${id}  nacre test \\(pid \\d+\\), lives another \\d+m\n  .*\n  │ git push --force nowhere\n  in /`),
  );
  expect(stdout).toContain(`  nacre answer ${id} once|session|always|deny [--rule RULE] [-m TEXT]\n`);
  expect(JSON.parse((await nacre("questions", "--json")).stdout)).toMatchObject([{ id, state: "open" }]);
  expect(await nacre("answer", id.slice("question_".length, -2), "once")).toEqual({
    code: 0,
    stdout: "answered once: git push --force nowhere\n",
    stderr: "",
  });
  expect((await calling).metadata).toMatchObject({ approved_by: "once", exit_code: 128 });
  expect(await nacre("answer", id, "deny")).toMatchObject({
    code: 1,
    stderr: "nacre: too late: it was settled before (once, answer)\n",
  });
});

test("what would be lost is told where it could be looked up, and that it is not known where not", async () => {
  const { nacre, asked } = host();
  await asked("git push --force nowhere");
  await waitUntil("the lookup", async () => (await nacre("questions")).stdout.includes("  lost: not known\n"));
});

test("a no reaches the model with its words, also those of the call that waited no longer", async () => {
  const { nacre, asked } = host();
  const { calling, id } = await asked("git push nowhere");
  expect((await nacre("answer", id, "deny", "-m", "not on a Friday")).code).toBe(0);
  expect((await calling).error).toContain("The user was asked and said no: not on a Friday");
});

test("wrong words are refused, and the question stays open", async () => {
  const { nacre, asked, kit } = host();
  const { id } = await asked("git push nowhere");
  expect(await nacre("answer", id, "maybe")).toMatchObject({ code: 2 });
  expect(await nacre("answer", id, "always", "--until", "soon")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("must be ahead"),
  });
  expect(await nacre("answer", id, "always", "--rule", "Bash(*)")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("was not offered"),
  });
  expect(await nacre("answer", "question_zz", "once")).toMatchObject({
    code: 1,
    stderr: `nacre: no question question_zz; there are ${id}\n`,
  });
  expect(kit.questions.list()).toMatchObject([{ state: "open" }]);
});

test("an answer in the shell of an agent is refused", async () => {
  const { code, stderr } = await cli(["answer", "question_1", "once"], { env: { NACRE_HOST: "x" } });
  expect([code, stderr]).toEqual([126, expect.stringContaining("answer is for the user")]);
});
