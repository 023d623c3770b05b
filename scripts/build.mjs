// src/ → dist/. The library by the compiler, so that types and code come from one place; the command as few bundled
// files, because a client waits for its start: hundreds of small files cost it more than all the rest.
//
// Made aside and put in its place when it is whole: a build that is interrupted leaves the one before it.
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { withLock } from "./lock.mjs";
import { ensureDependencies, isBuildStale, root, run } from "./ready.mjs";

const [dist, fresh, old] = ["dist", "dist.new", "dist.old"].map((name) => join(root, name));

await ensureDependencies();
await withLock(root, async ({ waited }) => {
  if (waited && !isBuildStale()) return; // somebody else has built it
  for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true });
  run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json", "--outDir", fresh]);
  await bundle(join(fresh, "apps", "cli", "main.js"), join(fresh, "cli"));
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
});
