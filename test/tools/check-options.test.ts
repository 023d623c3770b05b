import { expect, test } from "vitest";
import { createToolkit, registerExecutionTools, ToolRegistry } from "../../src/index.ts";

test.each([
  [{ onTimeout: "x" }, 'onTimeout is "x"; it must be "kill" or "background"'],
  [{ redact: "x" }, 'redact is "x"; it must be true or false or an object with names, values, patterns'],
  [{ redact: { name: ["X"] } }, "there is no option redact.name; did you mean redact.names?"],
  [{ redact: { names: "X" } }, 'redact.names is "X"; it must be a list of texts'],
  [{ sandbox: "workspce" }, 'sandbox is "workspce"; it must be "none", "workspace" or "readonly" or an object'],
  [{ sandbox: { profile: "none" } }, 'sandbox.profile is "none"; it must be "workspace" or "readonly"'],
  [{ sandbox: { profile: "workspace", network: "of" } }, 'sandbox.network is "of"; it must be "on" or "off" or'],
  [{ sandbox: { profile: "workspace", netwrok: "off" } }, "did you mean sandbox.network?"],
  [{ policy: { mode: "stirct" } }, 'policy.mode is "stirct"; it must be "standard", "strict" or "permissive"'],
  [{ policy: "strict" }, 'policy is "strict"; it must be an object with mode, rules, rulesFile'],
  [{ environment: { inherit: "al" } }, 'environment.inherit is "al"; it must be "all", "core" or "none"'],
  [{ environment: { set: { A: 1 } } }, 'environment.set is {"A":1}; it must be an object of texts'],
  [{ workingdir: "/tmp" }, "there is no option workingdir; did you mean workingDir?"],
  [{ zzzzzzzzzz: 1 }, "there is no option zzzzzzzzzz; there are workingDir, sandbox, policy"],
  [{ toString: 1 }, "there is no option toString"],
  [{ approver: "deny" }, 'approver is "deny"; it must be a function'],
  [{ shells: {} }, "shells is {}; it must be a ShellManager"],
  [{ roots: "/tmp" }, 'roots is "/tmp"; it must be a list of texts'],
  [{ merge: 1n }, "merge is a bigint; it must be true or false"],
  [{ raw: null }, "raw is null; it must be true or false"],
  [{ words: { exitd: () => "" } }, "there is no option words.exitd; did you mean words.exited?"],
  [{ limits: { maxShels: 1 } }, "maxShels is not a limit; did you mean maxShells?"],
  [{ limits: { toString: 1 } }, "toString is not a limit; there are maxShells"],
  [{ limits: { maxShells: "3" } }, 'maxShells is "3"; it must be a whole number'],
  [null as never, "the options are null; they must be an object"],
  ["strict" as never, 'the options are "strict"; they must be an object'],
])("what TypeScript would have refused is refused: %#", async (options: object, message) => {
  expect(() => createToolkit(options)).toThrow(message);
  expect(() => registerExecutionTools(new ToolRegistry(), options)).toThrow(message);
});

test("an option that is not given may be there as undefined", async () => {
  await using kit = createToolkit({ onTimeout: undefined, redact: undefined } as object);
  expect(kit.registry.names()).toContain("Bash");
});
