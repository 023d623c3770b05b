import { expect, test } from "vitest";
import { aiTools } from "../../src/adapters/ai-sdk.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { aiSdkDrivers } from "./ai-sdk-drivers.ts";

for (const driver of aiSdkDrivers) adapterContract(driver);

test("a preliminary result is told to a model as the text it is", () => {
  const kit = openToolkit();
  const output = { kind: "running", output: "so far" } as const;
  expect(aiTools(kit)["Bash"]?.toModelOutput({ output })).toEqual({ type: "text", value: "so far" });
});

test("the last output is the whole result, for programs", async () => {
  const kit = openToolkit();
  const steps = aiTools(kit)["Bash"]?.execute({ command: "echo hi; (exit 3)" }, {});
  let last: unknown;
  for await (const step of steps ?? []) last = step;
  expect(last).toMatchObject({ kind: "ended", success: false, output: "hi\n", metadata: { exit_code: 3 } });
});

test("what an SDK does to a schema stays there", () => {
  const kit = openToolkit();
  const schema = aiTools(kit)["Bash"]?.inputSchema["~standard"].jsonSchema;
  const told = structuredClone(schema?.input());
  Object.assign(schema?.input() ?? {}, { type: "spoilt" });
  expect(schema?.input()).toEqual(told);
  expect(schema?.output()).toEqual(told);
});
