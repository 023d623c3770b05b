import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { childrenOf } from "../../../../src/core/process/descendants.ts";
import { insideOf } from "../../../../src/core/sandbox/bubblewrap/inspect-sandbox.ts";
import { openNetwork } from "../../../../src/core/sandbox/bubblewrap/private-network.ts";
import { seccompFilter } from "../../../../src/core/sandbox/bubblewrap/seccomp.ts";
import { createScratch } from "../../../../src/core/sandbox/view/private-directories.ts";
import { writeEtc } from "../../../../src/core/sandbox/view/system-view.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { createPerson, hasBubblewrap } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const SERVER = `exec perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1", LocalPort => 4321) or die; while (my $c = $s->accept) { print $c "served here"; close $c }'`;
const ASK = `perl -MIO::Socket::INET -e 'my $c = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => shift) or die "$!\\n"; print <$c>'`;

describe.runIf(hasBubblewrap)("a network of a sandbox's own", () => {
  test.each(["off", { allow: [] }] as const)("is one for all its shells, and not the host's: %j", async (network) => {
    const server = createServer((_, response) => response.end("host"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { bash, start, call } = openToolkit({ workingDir: tempDir(), sandbox: { profile: "workspace", network } });
    const bash_id = await start(SERVER);
    await call("BashOutput", { bash_id, wait_for: { port: 4321 }, wait_ms: 20_000 });
    expect((await bash(`${ASK} 4321`)).output).toBe("served here");
    const other = await start(`${ASK} 4321`);
    expect((await call("BashOutput", { bash_id: other, wait_for: "exit", wait_ms: 20_000 })).output).toContain(
      "served here",
    );
    const { port } = server.address() as AddressInfo;
    expect((await bash(`${ASK} ${port}`)).error).toContain("Connection refused");
    await call("KillShell", { shell_id: bash_id });
    expect((await bash(`${ASK} 4321`)).error).toContain("Connection refused");
  });

  test("is held by one who sees nothing of the person's and ends when it is closed", async () => {
    const scratch = createScratch(tempDir());
    const account = { uid: process.getuid?.() || 1000, gid: process.getgid?.() || 1000, home: "/home/agent" };
    writeEtc(scratch.etc, account);
    const network = await openNetwork({
      bwrap: "/usr/bin/bwrap",
      account,
      seccomp: seccompFilter(),
      limits: limitsOf(),
      scratch,
      hasProxy: false,
    });
    const plan = { file: "/bin/true", args: [], cwd: "/", env: {} };
    expect(network.enter(plan).args.slice(-2)).toEqual(["--", "/bin/true"]);
    const inside = insideOf(network.pid) ?? 0;
    expect(existsSync(`/proc/${inside}/root/usr/bin`)).toBe(true);
    expect(
      ["/home", "/root", "/tmp", "/proc/1", "/dev/tty"].filter((path) => existsSync(`/proc/${inside}/root${path}`)),
    ).toEqual([]);
    await network.close();
    await waitUntil("its holder to be gone", () => !isAlive(network.pid) && !isAlive(inside));
    expect(() => network.enter(plan)).toThrow(/network has ended/);
  });

  test("ends with a host that is killed", async () => {
    const script = `
      import { createSandbox } from ${JSON.stringify(join(process.cwd(), "dist/modules/core/sandbox/create-sandbox.js"))};
      import { limitsOf } from ${JSON.stringify(join(process.cwd(), "dist/modules/core/base/limits.js"))};
      await createSandbox({ profile: "workspace", network: "off" }, { ...${JSON.stringify(createPerson())}, limits: limitsOf() });
      console.log("ready");
      setInterval(() => undefined, 1000);`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    await once(host.stdout, "data");
    const [holder = 0] = childrenOf(host.pid ?? 0);
    const pids = [holder, insideOf(holder) ?? 0];
    expect(pids.every(isAlive)).toBe(true);
    host.kill("SIGKILL");
    await waitUntil("its holder to be gone", () => !pids.some(isAlive));
  });
});
