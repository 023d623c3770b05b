// src/ → dist/: the library, the command and the page as few bundled files (scripts/bundle.mjs), the types by the compiler. In
// dist/modules, which is not published, is every module by itself: what tests start may use more than the library shows.
//
// Made aside and put in its place when it is whole: a build that is interrupted leaves the one before it.
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleCommand, bundleLibrary, bundlePage, bundleWorker } from "./bundle.mjs";
import { withLock } from "./lock.mjs";
import { ensureDependencies, isBuildStale, root, run } from "./ready.mjs";

const [dist, fresh, old] = ["dist", "dist.new", "dist.old"].map((name) => join(root, name));

await ensureDependencies();
await withLock(root, async ({ waited }) => {
  if (waited && !isBuildStale()) return; // somebody else has built it
  for (const path of [fresh, old]) rmSync(path, { recursive: true, force: true });
  const modules = join(fresh, "modules");
  const compiler = join(root, "node_modules", ".bin", "tsc");
  run(compiler, ["-p", "tsconfig.build.json", "--outDir", modules, "--declarationDir", fresh]);
  await bundleLibrary(fresh);
  await bundleCommand(join(modules, "apps", "cli", "main.js"), join(fresh, "cli"));
  await bundlePage(join(fresh, "page"));
  await bundleWorker(join(fresh, "worker.cjs"));
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
});
