// npm run test:machines [-- NAME]: the suite of the tools over ssh (as another user), podman and Slurm (four nodes), all
// on this machine. Installs Debian's packages; a suite whose programs are not there is skipped by their name. Needs root:
// another user, containers and slurmd. Everything it starts listens on 127.0.0.1 and ends with it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

const PACKAGES = ["openssh-server", "openssh-client", "podman", "runc", "slurmctld", "slurmd", "slurm-client", "munge"];

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
  join(root, "test", "machines", "vitest.config.ts"),
  ...process.argv.slice(2),
]);
