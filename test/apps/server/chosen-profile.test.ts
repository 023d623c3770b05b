import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../../src/apps/server/http.ts";
import type { MachineOptions } from "../../../src/tools/machines/machine-options.ts";
import { CLIENTS, type ClientKind, connect } from "../../e2e/mcp-clients.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { pipedMachine } from "../../support/machine-kit.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** Not Slurm: a `srun` that runs the worker on this machine and gives it the words it was called with. */
const STAND_IN = `#!/bin/sh
words=
while [ "$1" != --end ]; do words="$words $1"; shift; done
shift
SRUN_WORDS=$words exec "$@"
`;

type Served = {
  readonly mark: string;
  readonly mcp: string;
  readonly token: string;
  /** A client of this address, by the processors that its worker was started with. */
  readonly client: (address: string, kind?: ClientKind) => Promise<() => Promise<string | undefined>>;
};

async function serve(more: Partial<MachineOptions> = {}): Promise<Served> {
  const bin = tempDir();
  writeFileSync(join(bin, "srun"), STAND_IN);
  chmodSync(join(bin, "srun"), 0o755);
  const profiles = { small: { cpus: 1 }, usual: { cpus: 2 }, big: { cpus: 8 } };
  const command = ["env", `PATH=${bin}:${process.env["PATH"]}`];
  const slurm = { kind: "slurm", command, arguments: ["--end"], profiles, profile: "small", ...more } as const;
  const { mark, ...machine } = pipedMachine(slurm);
  const place = { machine: "cluster", machines: { cluster: machine }, stateDir: tempDir(), workingDir: tempDir() };
  const server = await startHttpServer({ kit: { ...place, profile: "usual", sandbox: "none", loginShell: false } });
  onTestFinished(() => server.close());
  const token = readFileSync(server.tokenFile, "utf8").trim();
  const client: Served["client"] = async (address, kind = "current") => {
    const connected = await connect(kind, { kind: "http", url: server.mcp + address, token });
    onTestFinished(() => connected.close());
    return async () => {
      const { text } = await connected.call("Bash", { command: "echo $SRUN_WORDS" });
      return /--cpus-per-task=(\d+)/.exec(text)?.[1];
    };
  };
  return { mark, mcp: server.mcp, token, client };
}

test.each(CLIENTS)("a client chooses a profile by its address, and has the server's without one: %s", async (kind) => {
  const { client } = await serve();
  const [chosen, named, usual] = await Promise.all(
    ["?profile=big", "/one?profile=small", ""].map((address) => client(address, kind)),
  );
  expect(await Promise.all([chosen?.(), named?.(), usual?.()])).toEqual(["8", "1", "2"]);
});

test("windows that share a name share the worker, with the profile of the one that called first", async () => {
  const { client } = await serve();
  const [kind] = CLIENTS.slice(-1);
  const first = await client("/one?profile=big", kind);
  const second = await client("/one?profile=small", kind);
  expect([await first(), await second()]).toEqual(["8", "8"]);
});

test("a session whose worker was given back has its profile again", async () => {
  const { client, mark } = await serve({ idleMs: 1000 });
  const cpus = await client("?profile=big");
  expect(await cpus()).toBe("8");
  await waitUntil("its worker to be given back", () => pidsInEnvironment(mark).length === 0);
  expect(await cpus()).toBe("8");
});

test("a profile that is not configured is refused before a session begins, with the names of those that are", async () => {
  const { client, mark, mcp, token } = await serve();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const profile of ["huge", "--uid=0", "toString", ""]) {
    const address = `${mcp}?profile=${encodeURIComponent(profile)}`;
    const answer = await fetch(address, { method: "POST", headers, body: "{}" });
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { message: `There is no profile ${JSON.stringify(profile)}; there are: small, usual, big.` } },
    ]);
  }
  await expect(client("?profile=huge")).rejects.toThrow(/no profile .*huge.* there are: small, usual, big/);
  expect(pidsInEnvironment(mark)).toEqual([]);
});

test("a server whose sessions run on its own machine has no profile", async () => {
  const server = await startHttpServer({ kit: { stateDir: tempDir(), workingDir: tempDir(), sandbox: "none" } });
  onTestFinished(() => server.close());
  const headers = { authorization: `Bearer ${readFileSync(server.tokenFile, "utf8").trim()}` };
  const answer = await fetch(`${server.mcp}?profile=big`, { headers });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("there are: none.")]);
});
