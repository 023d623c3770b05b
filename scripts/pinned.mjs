// Suites that drive the programs of others: pinned by a lock file of its own, installed outside this repository.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ensureDependencies, ensureSystemPackages, isBuildStale, root, run } from "./ready.mjs";

/** Installs what the package.json and lock file in `folder` name, once for each lock file, and says where. */
export async function installPinned(folder) {
  const lock = readFileSync(join(root, folder, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex").slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const target = join(cache, "nacre", `${folder.replaceAll("/", "-")}-${hash}`);
  const stamp = join(target, "installed");
  await withLock(target, () => {
    if (existsSync(stamp)) return;
    process.stderr.write(`nacre: installing ${folder}/package.json into ${target} …\n`);
    mkdirSync(target, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, folder, file), join(target, file));
    // Not `npm ci`: see ready.mjs.
    const { status } = spawnSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: target,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) process.exit(status ?? 1);
    writeFileSync(stamp, "");
  });
  return target;
}

/** Runs the tests of `folder` against the built nacre. They find the programs at $PINNED, and reach nothing but loopback. */
export async function runPinned(folder, args) {
  await ensureDependencies();
  ensureSystemPackages({ bash: "bash", bwrap: "bubblewrap" });
  if (isBuildStale()) run(process.execPath, [join(root, "scripts", "build.mjs")]);
  process.env.PINNED = await installPinned(folder);
  const loopbackOnly = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", "--", process.execPath];
  const vitest = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--config", `${folder}/vitest.config.ts`];
  run("bwrap", [...loopbackOnly, ...vitest, ...args]);
}
