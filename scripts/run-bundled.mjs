// Bundles one of our TypeScript programs and runs it with Node, which from version 20 on does not read TypeScript by itself.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies, isBuildStale, root, run } from "./ready.mjs";

/** Runs `entry` with these arguments. Returns its exit code; what it was bundled to is gone by then. */
export async function runBundled(entry, args) {
  await ensureDependencies();
  if (isBuildStale()) run(process.execPath, [join(root, "scripts", "build.mjs")]);
  // Below node_modules, so that the packages are found from there.
  const out = mkdtempSync(join(root, "node_modules", ".nacre-bundled-"));
  try {
    run(join(root, "node_modules", ".bin", "esbuild"), [
      join(root, entry),
      "--bundle",
      "--packages=external",
      "--platform=node",
      "--target=node20",
      "--format=esm",
      `--outfile=${join(out, "main.mjs")}`,
      `--define:import.meta.url=${JSON.stringify(pathToFileURL(join(root, entry)).href)}`,
      "--log-level=error",
    ]);
    const child = spawn(process.execPath, ["--expose-gc", join(out, "main.mjs"), ...args], {
      cwd: root,
      stdio: "inherit",
    });
    // The program has the same terminal and is told by it; it ends what it started, and then this process goes on.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
    return await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
