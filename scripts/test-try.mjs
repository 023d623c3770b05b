// npm run test:try: every command of test/try tried and compared with the real thing; hosts and keeps killed at random
// moments (minutes). npm test runs a few of them.
import { join } from "node:path";
import { ensureDependencies, ensureSystemPackages, root, run } from "./ready.mjs";

await ensureDependencies();
ensureSystemPackages({
  bash: "bash",
  bwrap: "bubblewrap",
  cc: "gcc",
  git: "git",
  make: "make",
  patch: "patch",
  unzip: "unzip",
  zip: "zip",
});
process.env.TRY = "whole";
run(join(root, "node_modules", ".bin", "vitest"), ["run", "test/try", ...process.argv.slice(2)]);
