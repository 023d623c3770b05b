// What a fresh clone lacks: dependencies, and (for the tests) system packages. Uses only what Node ships.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { withLock } from "./lock.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program with our own stdio; ends this process with its code when it fails. */
export function run(file, args, { quiet = false } = {}) {
  const result = spawnSync(file, args, {
    cwd: root,
    stdio: quiet ? ["ignore", "ignore", "inherit"] : ["ignore", "inherit", "inherit"],
  });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const stamp = join(root, "node_modules", ".nacre-lock");
const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

/** Installs the locked dependencies unless this very lock file is installed already. */
export async function ensureDependencies() {
  const want = lockHash();
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, "utf8") === want;
  if (isInstalled()) return;
  await withLock(root, () => {
    if (isInstalled()) return; // by somebody else, while we waited
    process.stderr.write("nacre: installing dependencies …\n");
    // Not `npm ci`: it refuses a lock written where a registry lacks some platform's optional binaries. The versions are the lock's all the same.
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], { quiet: true });
    mkdirSync(join(root, "node_modules"), { recursive: true });
    writeFileSync(stamp, want);
  });
}

const newest = (dir) =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((file) => statSync(join(dir, file)))
    .reduce((max, stat) => (stat.isFile() ? Math.max(max, stat.mtimeMs) : max), 0);

/** True when dist/ is missing or older than a source file. */
export function isBuildStale() {
  const entry = join(root, "dist", "index.js");
  return (
    !existsSync(entry) ||
    !existsSync(join(root, "dist", "cli", "main.js")) ||
    statSync(entry).mtimeMs < Math.max(newest(join(root, "src")), statSync(join(root, "package.json")).mtimeMs)
  );
}

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;

/** Debian packages that are needed, by the program each brings. Root installs them; others are told their names. */
export function ensureSystemPackages(packages) {
  const missing = Object.entries(packages).filter(([program]) => !has(program));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() === 0 && has("apt-get")) {
    process.stderr.write(`nacre: installing system packages: ${names.join(" ")} …\n`);
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const still = missing.filter(([program]) => !has(program)).map(([, name]) => name);
  if (still.length === 0) return;
  process.stderr.write(
    `nacre: missing system packages: ${still.join(" ")} (install them: apt-get install ${still.join(" ")})\n`,
  );
  if (process.env.REQUIRE_TOOLS === "1") process.exit(1);
}
