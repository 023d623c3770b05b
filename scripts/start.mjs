// npm start -- ARGS: build if needed, then the nacre command with ARGS; without any, `nacre serve`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, isBuildStale, root } from "./ready.mjs";

await ensureDependencies();
if (isBuildStale()) {
  process.stderr.write("nacre: building …\n");
  const built = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: ["ignore", 2, 2] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
process.argv.splice(1, 1, join(root, "bin", "nacre.js"));
if (process.argv.length === 2) process.argv.push("serve");
// Servers are sandboxed unless told otherwise; without bubblewrap they refuse to start, and say so themselves.
if (["serve", "mcp"].includes(process.argv[2])) ensureSystemPackages({ bwrap: "bubblewrap" });
await import("../bin/nacre.js");
