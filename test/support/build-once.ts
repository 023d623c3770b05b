import { spawnSync } from "node:child_process";

/** Tests that start nacre as a process of its own run the built files; build them once, before anything runs. */
export default function buildOnce(): void {
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "inherit", "inherit"] });
  if (built.status !== 0) throw new Error("the build failed; no test can run");
}
