// src/ → dist/. The library by the compiler, so that types and code come from one place; the command as few bundled
// files, because a client waits for its start: hundreds of small files cost it more than all the rest.
//
// Made aside and put in its place when it is whole: a build that is interrupted leaves the one before it.
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ensureDependencies, isBuildStale, root, run } from "./ready.mjs";

const [dist, fresh, old] = ["dist", "dist.new", "dist.old"].map((name) => join(root, name));

await ensureDependencies();
await withLock(root, ({ waited }) => {
  if (waited && !isBuildStale()) return; // somebody else has built it
  for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true });
  run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json", "--outDir", fresh]);
  run(join(root, "node_modules", ".bin", "esbuild"), [
    join(fresh, "apps", "cli", "main.js"),
    "--bundle",
    "--splitting",
    "--minify-syntax",
    "--minify-whitespace",
    "--platform=node",
    "--target=node20",
    "--format=esm",
    `--outdir=${join(fresh, "cli")}`,
    // Bundled CommonJS packages ask for Node's own modules by require.
    "--banner:js=import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    "--log-level=error",
  ]);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
});
