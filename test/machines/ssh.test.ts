import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { MachineOptions } from "../../src/tools/machines/machine-options.ts";
import { mcpDriver } from "../adapters/mcp-driver.ts";
import { adapterContract } from "../contract/adapter.contract.ts";
import { freePort } from "../support/free-port.ts";
import { isAlive } from "../support/is-alive.ts";
import { type OpenToolkit, openToolkit } from "../support/open-toolkit.ts";
import { waitUntil } from "../support/wait-until.ts";
import { daemon, done, lacking, suiteDir } from "./system.ts";

const lack = lacking({ sshd: "openssh-server", ssh: "openssh-client" });
const USER = "nacre-machines";

describe.skipIf(lack !== undefined)(`over ssh, as another user${lack === undefined ? "" : ` (${lack})`}`, () => {
  const dir = suiteDir("ssh");
  let machine: MachineOptions;
  let uid = 0;

  beforeAll(async () => {
    try {
      done("id", [USER]);
    } catch {
      done("useradd", ["-m", "-s", "/bin/bash", USER]);
    }
    done("usermod", ["-p", "*", USER]); // no password, and not locked: sshd without PAM lets no locked user in
    uid = Number(done("id", ["-u", USER]));
    // A login that talks: what it prints stands before the worker's first words.
    writeFileSync(`/home/${USER}/.bashrc`, "echo welcome to the box\n");
    const port = await freePort();
    for (const key of ["host", "user"]) done("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(dir, key)]);
    writeFileSync(join(dir, "authorized"), readFileSync(join(dir, "user.pub")));
    chmodSync(join(dir, "authorized"), 0o644);
    const config = [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${dir}/host`,
      `AuthorizedKeysFile ${dir}/authorized`,
      `PidFile ${dir}/pid`,
      "UsePAM no",
      "StrictModes no",
    ];
    writeFileSync(join(dir, "config"), config.join("\n"));
    mkdirSync("/run/sshd", { recursive: true });
    daemon("sshd", ["-D", "-f", join(dir, "config")]);
    const options = ["-F", "none", "-i", join(dir, "user"), "-p", String(port)];
    const quiet = ["-o", "StrictHostKeyChecking=no", "-o", `UserKnownHostsFile=${dir}/known`, "-o", "LogLevel=ERROR"];
    machine = {
      kind: "ssh",
      destination: `${USER}@127.0.0.1`,
      arguments: [...options, ...quiet],
      node: process.execPath,
      stateDir: `/home/${USER}/state`,
    };
    await waitUntil("sshd to answer", () => {
      try {
        done("ssh", [...options, ...quiet, `${USER}@127.0.0.1`, "true"]);
        return true;
      } catch {
        return false;
      }
    });
  });
  afterAll(() => rmSync(`/home/${USER}/state`, { recursive: true, force: true }));

  const open = (more: Partial<MachineOptions> = {}): OpenToolkit => {
    const workingDir = mkdtempSync(join(dir, "work-"));
    chownSync(workingDir, uid, uid);
    onTestFinished(() => rmSync(workingDir, { recursive: true, force: true }));
    return openToolkit({ machine: "box", machines: { box: { ...machine, ...more } }, workingDir });
  };

  adapterContract({ ...mcpDriver, name: "mcp over ssh" }, () => open());

  test("is the other user, in that user's home, and says where", async () => {
    const kit = open();
    const result = await kit.bash("id -un; echo ~");
    expect(result).toMatchObject({ output: `${USER}\n/home/${USER}\n`, metadata: { machine: "box" } });
  });

  test("a connection that is stopped is lost, and nothing stays on either side", async () => {
    const kit = open({ beatMs: 500 });
    await kit.bash("true");
    const id = await kit.start("sleep 300 & echo $!; wait");
    await waitUntil("its pid", () => kit.shells.getShell(id)?.getAllOutput().endsWith("\n") === true);
    const pid = Number(kit.shells.getShell(id)?.getAllOutput());
    const ssh = kit.shells.getShell(id)?.supervisor?.pid ?? 0;
    const running = kit.bash("sleep 300");
    process.kill(ssh, "SIGSTOP");
    const lost = await running;
    expect(lost.metadata["status"]).toBe("lost");
    expect(lost.error).toMatch(/nothing was heard for 3 s/);
    await waitUntil("both sides to be empty", () => !isAlive(ssh) && !isAlive(pid), 60_000);
    expect((await kit.bash("echo fresh")).output).toMatch(/^fresh\n\[note\] this is a new session on box/);
  });

  test("a device there that is full is told, and the session goes on", async () => {
    const kit = open();
    const full = await kit.bash("echo x > /dev/full");
    expect(full.output).toContain("No space left on device");
    expect((await kit.bash("echo on")).output).toBe("on\n");
  });
});
