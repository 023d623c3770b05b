import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { runFile } from "../../../../src/core/process/run-file.ts";
import { socketCloser, withoutAbstractSockets } from "../../../../src/core/sandbox/network/abstract-sockets.ts";
import { hasBubblewrap, openSandbox } from "../../../support/open-sandbox.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";

const closer = await socketCloser();

/** A socket of the machine that has a name but no file. Perl has it: Node fills such names up in some versions. */
async function abstractServer(): Promise<string> {
  const name = `nacre-abstract-${process.pid}`;
  const script = `use Socket; socket(my $l, PF_UNIX, SOCK_STREAM, 0); bind($l, pack_sockaddr_un("\\0${name}")) && listen($l, 5) or die; $| = 1; print "ready"; while (accept(my $s, $l)) { print $s "reached"; close $s }`;
  const server = spawn("perl", ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await once(server, "exit");
  });
  await once(server.stdout, "data");
  return name;
}

/** Perl that reads from an abstract socket of this name, and says what it got or why not. */
const reader = (name: string): string =>
  `use Socket; socket(my $s, PF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un("\\0${name}")) or do { print "refused: $!"; exit }; print <$s>`;

test("an architecture whose calls are not known has no way to close them", async () => {
  expect(await socketCloser("mips")).toBeUndefined();
});

test.runIf(closer !== undefined)("a plan starts as it is, without the machine's abstract sockets", async () => {
  const name = await abstractServer();
  const plan = { file: "/usr/bin/perl", args: ["-e", reader(name)], cwd: "/", env: {} };
  expect((await runFile(plan)).stdout).toBe("reached");
  const perl = closer ?? "";
  // bubblewrap has given up new privileges; setpriv does it here.
  const closed = withoutAbstractSockets(plan, perl);
  const inside = { ...closed, file: "/usr/bin/setpriv", args: ["--no-new-privs", closed.file, ...closed.args] };
  expect((await runFile(inside)).stdout).toBe("refused: Operation not permitted");
});

test.runIf(hasBubblewrap && closer !== undefined)("a command with the host's network does not reach them", async () => {
  const name = await abstractServer();
  const { run, sandbox } = await openSandbox();
  expect((await run(`perl -e '${reader(name)}'`)).stdout).toBe("refused: Operation not permitted");
  expect(sandbox.containment.reasons.join()).not.toContain("abstract sockets");
  const own = `my $name = pack_sockaddr_un("\\0own"); use Socket; socket(my $l, PF_UNIX, SOCK_STREAM, 0); bind($l, $name) && listen($l, 1) or die; socket(my $s, PF_UNIX, SOCK_STREAM, 0); print connect($s, $name) ? "own" : $!`;
  expect((await run(`perl -e '${own}'`)).stdout).toBe("own");
});

test.runIf(hasBubblewrap && closer !== undefined)("a session and its background shells run behind it", async () => {
  const { bash, call } = openToolkit({ sandbox: "workspace" });
  expect((await bash("echo works")).output).toContain("works");
  const { metadata } = await bash("echo also", { run_in_background: true });
  const read = await call("BashOutput", { bash_id: metadata.bash_id, wait_for: "exit", since: "0" });
  expect(read.output).toContain("also");
});
