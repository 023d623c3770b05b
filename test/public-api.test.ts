import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../src/core/base/ids.ts";
import * as nacre from "../src/index.ts";
import { testManager } from "./support/shells.ts";

/** A name that goes is a break for somebody, a name that comes is a promise: both are changed here on purpose. */
const VALUES = [
  "DEFAULT_LIMITS",
  "FAULTS",
  "Fault",
  "SCHEMA_FORMATS",
  "SHELL_STATUSES",
  "ShellManager",
  "ShellProcess",
  "ShellStatus",
  "ToolCategory",
  "ToolExecutor",
  "ToolRegistry",
  "ToolResult",
  "WORDS",
  "createToolkit",
  "fail",
  "isFault",
  "judge",
  "ok",
  "registerExecutionTools",
];

test("the library exports these values and no others", () => {
  expect(Object.keys(nacre).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(VALUES);
});

test("the built package exports the same", async () => {
  const built: object = await import(new URL("../dist/index.js", import.meta.url).href);
  expect(Object.keys(built).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(VALUES);
});

test("the types are there for an embedder to name", () => {
  // Checked by the compiler.
  const options: nacre.ToolkitOptions = {
    workingDir: "/tmp",
    sandbox: { profile: "workspace", network: { allow: ["example.org"] } },
    policy: { mode: "strict" },
    approver: async (question: nacre.Question) => (question.findings.length > 1 ? "deny" : "once"),
    environment: { inherit: "core", set: { A: "b" } },
    limits: { maxShells: 2 } satisfies Partial<nacre.Limits>,
    redact: { names: ["MINE"] } satisfies nacre.RedactOptions,
    onEvent: (event: nacre.ToolkitEvent) => void event.kind,
    words: { killShell: () => "…" } satisfies Partial<nacre.Words>,
  };
  const context: nacre.ExecutionContext = { workingDir: "/tmp", dryRun: true, sessionId: "a" };
  const status: nacre.ShellStatus = nacre.ShellStatus.Running;
  expect([options.workingDir, context.workingDir, status]).toEqual(["/tmp", "/tmp", "running"]);
  expect(nacre.ToolCategory.Execution).toBe("execution");
});

test("a bare string cannot run", () => {
  const session = testManager().session(DEFAULT_SESSION, "/tmp");
  const compiles = (): unknown[] => [
    // @ts-expect-error a bare string cannot run
    session.run("true", { timeoutMs: 1000 }),
    // @ts-expect-error and neither can something that looks like a cleared command
    session.run({ text: "true" }, { timeoutMs: 1000 }),
  ];
  expect(compiles).toBeTypeOf("function");
});
