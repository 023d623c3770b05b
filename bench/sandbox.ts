// What the wall costs: a command in a sandboxed session against a plain one, and a cold sandboxed bash against a bare one.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { sessionIdOf } from "../src/core/base/ids.ts";
import { limitsOf } from "../src/core/base/limits.ts";
import { trust } from "../src/core/permission/cleared.ts";
import { childEnvironment } from "../src/core/process/environment.ts";
import { runFile } from "../src/core/process/run-file.ts";
import { createSandbox } from "../src/core/sandbox/create-sandbox.ts";
import { ShellManager } from "../src/core/shell/shell-manager.ts";
import { interleave, rate } from "./measure.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-bench-sandbox-")));
const [workspace, stateDir, runtimeDir] = [
  join(root, "workspace"),
  join(root, "state"),
  join(root, "state", "runtime"),
];
for (const directory of [workspace, runtimeDir]) mkdirSync(directory, { recursive: true });
const env = childEnvironment({ inherit: "core" });
const open = () =>
  createSandbox("workspace", { workspace, stateDir, home: homedir(), limits: limitsOf(), path: env["PATH"] ?? "" });

const plain = new ShellManager({ stateDir: join(root, "plain"), loginShell: false });
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
    150,
  );
  const pairs: readonly (readonly [string, string, string, number])[] = [
    ["echo hi in a sandboxed session / in a plain one", "walled echo", "plain echo", 1.5],
    ["/bin/true in a sandboxed session / in a plain one", "walled true", "plain true", 1.5],
    ["cold sandboxed bash -c true / bash -c true", "walled start", "bare start", 6],
  ];
  for (const [what, a, b, target] of pairs) rate(timings, [what, a, b], target);
} finally {
  await Promise.all([plain.dispose(), walled.dispose(), cold.close()]);
  rmSync(root, { recursive: true, force: true });
}
