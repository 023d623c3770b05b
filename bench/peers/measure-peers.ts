/** One echo of every peer that is installed, of nacre and of the floors, in the same rounds. */
import { pathToFileURL } from "node:url";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { FLOOR_SERVER, nacreServer } from "../mcp.ts";
import { type McpConnection, openStdio } from "../mcp-client.ts";
import { find, floor, interleave, root, type Subject } from "../measure.ts";
import { inScratch } from "../subjects.ts";
import { type Found, findPeer } from "./find-peer.ts";
import { PEERS, type Peer } from "./peers.ts";

/** `ratio`: of an echo, to spawning for a library, to a spawning server on nacre's SDK for a server. */
export type PeerSample = { readonly name: string; readonly kind: Peer["kind"]; readonly ratio: number };

const ROUNDS = 30;
/** What bash makes of it stands nowhere in the text: an answer that repeats the text is no echo. */
const [TEXT, PRINTED] = ["echo $((40 + 2))x", "42x"];

type Measured = Subject & { readonly kind: Peer["kind"]; readonly end?: () => Promise<void> };

function expectPrinted(name: string, answer: unknown): void {
  const said = JSON.stringify(answer);
  if (!said.includes(PRINTED)) throw new Error(`${name} answered ${TEXT} with ${said}`);
}

const calling = (name: string, connection: McpConnection, params: object): Measured => ({
  name,
  kind: "server",
  act: async () => {
    expectPrinted(name, await connection.request("tools/call", params));
  },
  end: connection.end,
});

/** Without the user's settings and keys: a peer gets a home of its own. */
async function open(peer: Peer, found: Found, home: string): Promise<Measured> {
  const name = `${peer.package} ${found.version}`;
  if (peer.kind === "library") {
    const act = peer.act(await import(pathToFileURL(found.entry).href));
    expectPrinted(name, ((await act(TEXT)) as { stdout?: unknown }).stdout);
    return { name, kind: "library", act: () => act(TEXT) };
  }
  const command = [process.execPath, found.program ?? found.entry, ...(peer.args ?? [])];
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, LANG: "C.UTF-8", ...peer.env };
  const connection = await openStdio(command, home, env);
  return calling(name, connection, { name: peer.tool, arguments: peer.input(TEXT) });
}

async function ownSubjects(directory: string): Promise<readonly Measured[]> {
  const kit = createToolkit({ workingDir: directory, stateDir: directory, loginShell: false });
  const call = { name: "Bash", arguments: { command: TEXT } };
  return [
    { name: "floor library", kind: "library", act: () => floor(TEXT) },
    calling("floor server", await openStdio(FLOOR_SERVER, directory), call),
    { name: "nacre", kind: "library", act: () => kit.call("Bash", { command: TEXT }), end: kit.dispose },
    calling("nacre mcp", await openStdio(nacreServer("mcp", "none", directory), directory), call),
  ];
}

export function peersIn(directories: readonly string[]): {
  readonly there: readonly { peer: Peer; found: Found }[];
  readonly missing: readonly string[];
} {
  const looked = PEERS.map((peer) => ({ peer, found: findPeer(peer.package, directories) }));
  return {
    there: looked.flatMap(({ peer, found }) => (found === undefined ? [] : [{ peer, found }])),
    missing: looked.filter(({ found }) => found === undefined).map(({ peer }) => peer.package),
  };
}

export type PeersPass = {
  readonly samples: readonly PeerSample[];
  /** Peers that are there and do not work, and what they said. */
  readonly failed: Readonly<Record<string, string>>;
};

export function measurePeers(beside: string): Promise<PeersPass> {
  return inScratch(async (directory) => {
    const subjects = [...(await ownSubjects(directory))];
    const failed: Record<string, string> = {};
    for (const { peer, found } of peersIn([beside, root]).there) {
      try {
        const subject = await open(peer, found, directory);
        await subject.act();
        subjects.push(subject);
      } catch (error) {
        failed[peer.package] = String(error);
      }
    }
    const timings = await interleave(subjects, ROUNDS, 5);
    for (const { end } of subjects) await end?.();
    const samples = subjects.map(({ name, kind }) => ({
      name,
      kind,
      ratio: find(timings, name).median / find(timings, `floor ${kind}`).median,
    }));
    return { samples, failed };
  });
}
