// Programs of others that a suite drives: pinned by a lock file of its own, installed outside this repository.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { root } from "./ready.mjs";

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
