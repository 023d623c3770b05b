import { spawnSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { CONTAINER_FLAGS } from "../../src/core/sandbox/bubblewrap/find-bubblewrap.ts";

/** This machine's own tree under an overlay, as a container's: needs no image. Few limits can be raised in a nested one. */
const PODMAN = [
  "run",
  "--rm",
  "--network=none",
  "--runtime=runc",
  "--ulimit=nofile=1024:1024",
  "--ulimit=nproc=1000:1000",
];

/** Runs a command in a container with these flags. */
function inContainer(flags: readonly string[], words: readonly string[]): { output: string; status: number | null } {
  const env = { ...process.env, CONTAINERS_CONF: "/dev/null" };
  const ran = spawnSync(
    "podman",
    ["--cgroup-manager=cgroupfs", "--events-backend=file", ...PODMAN, ...flags, "--rootfs", "/:O", ...words],
    { encoding: "utf8", env, timeout: 60_000 },
  );
  return { output: ran.stdout + ran.stderr, status: ran.status };
}

const inWorkspace = (...words: readonly string[]): readonly string[] => [
  "sh",
  "-c",
  'mkdir /tmp/workspace && cd /tmp/workspace && export HOME=/tmp NACRE_STATE_DIR=/tmp/state && exec "$@"',
  "sh",
  process.execPath,
  `${process.cwd()}/bin/nacre.js`,
  ...words,
];

const hasPodman = process.getuid?.() === 0 && inContainer([], ["true"]).status === 0;

// Skipped where root's podman with runc cannot start a container: apt-get install podman runc.
describe.runIf(hasPodman)("in a container of podman's", () => {
  test("commands run as it is started; a sandbox is refused with the flags that it needs", () => {
    expect(inContainer([], inWorkspace("run", "--", "echo $((6 * 7))"))).toEqual({ output: "42\n", status: 0 });
    const refused = inContainer([], inWorkspace("run", "--sandbox", "workspace", "--", "echo never"));
    expect([refused.output, refused.status]).toEqual([expect.stringContaining(CONTAINER_FLAGS), 126]);
  });

  test.each([{ user: "0" }, { user: "1000" }])("with those flags a sandbox works for user $user", ({ user }) => {
    onTestFinished(() => expect(spawnSync("podman", ["ps", "-q"], { encoding: "utf8" }).stdout).toBe(""));
    const words = inWorkspace("run", "--sandbox", "workspace", "--network", "off", "--", "echo walled");
    expect(inContainer([...CONTAINER_FLAGS.split(" "), `--user=${user}`], words).output).toContain("walled\n");
  });
});
