import { describe } from "vitest";
import { mcpDriver } from "../adapters/mcp-driver.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { withStandIns } from "../support/stand-in-engines.ts";
import { tempDir } from "../support/temp-dir.ts";

// Not the engines: stand-ins for their command lines, which check every word and run the worker on this machine.
describe.each([
  ["docker run", { kind: "docker", image: "registry/dev:1", arguments: ["--network=none", "-v", "/srv:/work"] }],
  ["docker exec", { kind: "docker", container: "agent-0" }],
  ["kubectl exec", { kind: "kubernetes", pod: "agent-0", namespace: "agents", arguments: ["-c", "tools"] }],
] as const)("through a stand-in for %s", (name, machine) => {
  adapterContract({ ...mcpDriver, name: `mcp through a stand-in for ${name}` }, () => {
    const there = { ...machine, command: withStandIns(), node: process.execPath, stateDir: tempDir(), sandbox: "none" };
    return openToolkit({ machine: "there", machines: { there: { ...there, sandbox: "none" } } });
  });
});
