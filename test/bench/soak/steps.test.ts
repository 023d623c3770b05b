import { expect, test } from "vitest";
import { type Actor, checkTokens, STEPS } from "../../../bench/soak/steps.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

test.each([
  ["lost output", "tok_a_kot\n"],
  ["got output twice", "tok_a_kot tok_a_kot tok_a_kot"],
  ["got output of tok_b_kot", "tok_a_kot tok_a_kot tok_b_kot"],
])("%s is found", (what, output) => {
  expect(() => checkTokens(output, "tok_a_kot", 2)).toThrow(what);
});

test("output that is as it must be is let pass", () => {
  expect(() => checkTokens("tok_a_kot\nand tok_a_kot", "tok_a_kot", 2)).not.toThrow();
});

const actorOn = (kit: Actor["kit"]): Actor => ({ name: "s1", kit, counted: undefined });

test.each(Object.keys(STEPS))("%s holds in a session, after a count and before one", async (name) => {
  const actor = actorOn(openToolkit());
  await STEPS["state"]?.act(actor, "tok_0_kot");
  await STEPS[name]?.act(actor, "tok_1_kot");
  await STEPS["state"]?.act(actor, "tok_2_kot");
});

/** What a session must never do, done to what it printed. */
const TAMPERS: Readonly<Record<string, (stdout: string) => string>> = {
  loses: () => "",
  doubles: (stdout) => stdout + stdout,
  mixes: (stdout) => `${stdout}tok_other_kot\n`,
};

test.each(
  Object.keys(TAMPERS).flatMap((tamper) =>
    ["echo", "state", "lines", "both streams", "exit"].map((step) => [step, tamper]),
  ),
)("%s finds a session that %s output", async (step = "", tamper = "") => {
  const kit = openToolkit();
  const call: typeof kit.call = async (name, input, options) => {
    const result = await kit.call(name, input, options);
    const stdout = TAMPERS[tamper]?.(String(result.metadata["stdout"]));
    return { ...result, metadata: { ...result.metadata, stdout } };
  };
  await expect(STEPS[step]?.act(actorOn({ ...kit, call }), "tok_1_kot")).rejects.toThrow();
});

test("state finds a command that ran twice", async () => {
  const kit = openToolkit();
  const actor = actorOn(kit);
  await STEPS["state"]?.act(actor, "tok_1_kot");
  await kit.call("Bash", { command: "COUNTED=$((COUNTED + 1))", session_id: "s1" });
  await expect(STEPS["state"]?.act(actor, "tok_2_kot")).rejects.toThrow("did not print tok_2_kot 2");
});
