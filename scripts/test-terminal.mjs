// npm run test:terminal [-- NAME]: real programs on real terminals, typed into and read by the tools, outside and in the
// sandbox. Installs Debian's packages where it may (root); for anybody else a program that is not there is skipped by the
// name of its package. What it starts listens on 127.0.0.1 and ends with it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

const PACKAGES = "python3 less vim nano procps htop git gdb tmux fzf dialog openssh-server openssh-client".split(" ");

await ensureDependencies();
const isThere = (name) =>
  spawnSync("dpkg-query", ["-W", "-f=${Status}", name], { encoding: "utf8" }).stdout?.includes("ok installed");
const missing = PACKAGES.filter((name) => !isThere(name));
if (missing.length > 0 && process.getuid?.() === 0) {
  const apt = (...words) =>
    spawnSync("apt-get", words, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...missing);
}
run(join(root, "node_modules", ".bin", "vitest"), [
  "run",
  "--config",
  join(root, "test", "terminals", "vitest.config.ts"),
  ...process.argv.slice(2),
]);
