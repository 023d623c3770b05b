import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";
import { isInstalled, Sitting, WALLS } from "./sitting.ts";

const isThere = isInstalled("sshd") && isInstalled("ssh");

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket.destroy() !== undefined));
    socket.once("error", () => resolve(false));
  });

/**
 * Whether a sshd of this user's can open terminals: it gives them to the group tty, which only root may where the machine
 * does not do so by itself. Without one the far shell takes lines all the same.
 */
const canOpen = process.getuid?.() === 0 || /^devpts \S+ devpts \S*\bgid=/m.test(readFileSync("/proc/mounts", "utf8"));

/** A sshd of this user's, on loopback, until the test is over. Its port. */
async function sshd(dir: string): Promise<number> {
  for (const key of ["host", "user"])
    spawnSync("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(dir, key)], { stdio: "inherit" });
  const port = await freePort();
  const config = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${dir}/host`,
    `AuthorizedKeysFile ${dir}/user.pub`,
    "PidFile none",
    "UsePAM no",
    "StrictModes no",
  ];
  writeFileSync(join(dir, "config"), config.join("\n"));
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const child: ChildProcess = spawn("/usr/sbin/sshd", ["-D", "-f", join(dir, "config")], { stdio: "ignore" });
  onTestFinished(async () => {
    const over = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await over;
  });
  await waitUntil("sshd to answer", () => answers(port));
  return port;
}

test.skipIf(!isThere).each(WALLS)(
  `ssh asks about a host key and then takes commands, with the sandbox %s${isThere ? "" : " (needs the packages openssh-server, openssh-client)"}`,
  async (sandbox) => {
    const workingDir = tempDir();
    const port = await sshd(workingDir);
    const words = `-F none -i user -o UserKnownHostsFile=known -p ${port} ${userInfo().username}@127.0.0.1`;
    const it = await Sitting.begin(`ssh ${canOpen ? "-t" : "-T"} ${words} bash --norc -i`, { sandbox, workingDir });
    await it.shows("(yes/no/[fingerprint])?");
    await it.enter("yes");
    await it.shows(/[$#] *$/m);
    await it.enter("echo $((6 * 7))");
    await it.shows(/^\s*\d+ 42$/m);
    await it.enter("exit");
    expect(await it.ended()).toBe(0);
  },
);
