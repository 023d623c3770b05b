import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { commandLineOf } from "../../../src/core/process/identity.ts";
import { listeningPorts, portsOf, socketsOf } from "../../../src/core/process/listening-ports.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
import { waitUntil } from "../../support/wait-until.ts";

const GONE = { pid: 2 ** 22, startTime: "" };

async function listen(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("listening ports are found for the processes that hold them", async () => {
  expect(await listeningPorts([])).toEqual([]);
  const port = await listen();
  expect(await listeningPorts([identityNow(process.pid)])).toContain(port);
  expect(await listeningPorts([identityNow(ownBash("sleep 300"))])).toEqual([]);
  expect(await listeningPorts([GONE])).toEqual([]);
});

test("a process that has only its three standard streams can listen on one of them", async () => {
  const listens = "socket(S, PF_INET, SOCK_STREAM, 0); bind(S, sockaddr_in(0, INADDR_LOOPBACK)); listen(S, 1)";
  const closes = 'for fd in /proc/$$/fd/*; do ((${fd##*/} < 3)) || eval "exec ${fd##*/}>&-"; done';
  const pid = ownBash(`${closes}; exec perl -MSocket -e '${listens}; open(STDIN, "<&", S); exec "sleep", "300"'`);
  await waitUntil("sleep", () => commandLineOf(pid) === "sleep 300");
  expect(readdirSync(`/proc/${pid}/fd`)).toEqual(["0", "1", "2"]);
  expect(await listeningPorts([identityNow(pid)])).toEqual([expect.any(Number)]);
});

test("of many processes in one namespace, one that ended meanwhile hides no port of another", async () => {
  const port = await listen();
  const [mine] = socketsOf([identityNow(process.pid)]);
  const ended = { pid: GONE.pid, namespace: mine?.namespace ?? "", inodes: ["1"] };
  const found = await portsOf([[ended], mine === undefined ? [] : [mine], []]);
  expect(found).toEqual([[], expect.arrayContaining([port]), []]);
});
