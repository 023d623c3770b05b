/** What the wall costs: a command in a sandboxed session against a plain one, and a cold sandboxed bash against a bare one. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { limitsOf } from "../src/core/base/limits.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { childEnvironment } from "../src/core/process/environment.ts";
import { runFile } from "../src/core/process/run-file.ts";
import { createSandbox } from "../src/core/sandbox/create-sandbox.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import { type Bench, interleave, ratioOf } from "./measure.ts";
import { inScratch } from "./subjects.ts";

export const sandbox: Bench = () =>
  inScratch(async (directory) => {
    const workspace = join(directory, "workspace");
    const stateDir = join(directory, "state");
    const runtimeDir = join(stateDir, "runtime");
    for (const one of [workspace, runtimeDir]) mkdirSync(one, { recursive: true });
    const env = childEnvironment({ inherit: "core" });
    const open = () =>
      createSandbox("workspace", { workspace, stateDir, home: homedir(), limits: limitsOf(), path: env["PATH"] ?? "" });
    const plain = new ShellManager({ stateDir: join(directory, "plain"), loginShell: false });
    const walled = new ShellManager({ stateDir, loginShell: false, sandbox: open });
    const cold = await open();
    const command = async (manager: ShellManager, text: string): Promise<void> => {
      const outcome = await manager.session(sessionIdOf("bench"), workspace).run(trust(text), { timeoutMs: 60_000 });
      outcome.transcript.remove();
    };
    const bare = { file: "/bin/bash", args: ["--norc", "-c", "true"], cwd: workspace, env };
    try {
      for (const manager of [plain, walled]) await command(manager, "git init -q . 2>/dev/null; true");
      const timings = await interleave(
        [
          { name: "plain echo", act: () => command(plain, "echo hi") },
          { name: "walled echo", act: () => command(walled, "echo hi") },
          { name: "plain true", act: () => command(plain, "/bin/true") },
          { name: "walled true", act: () => command(walled, "/bin/true") },
          { name: "bare start", act: () => runFile(bare) },
          { name: "walled start", act: () => runFile(cold.wrap(bare, { runtimeDir }).plan) },
        ],
        50,
      );
      return [
        ratioOf(timings, "walled-echo", ["walled echo", "plain echo"]),
        ratioOf(timings, "walled-true", ["walled true", "plain true"]),
        ratioOf(timings, "walled-start", ["walled start", "bare start"]),
      ];
    } finally {
      await Promise.all([plain.dispose(), walled.dispose(), cold.close()]);
    }
  });
