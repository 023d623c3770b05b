import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listeningPorts } from "../../../src/core/process/listening-ports.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";

test("listening ports are found for the processes that hold them", async () => {
  expect(listeningPorts([])).toEqual([]);
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  expect(listeningPorts([identityNow(process.pid)])).toContain(port);
  expect(listeningPorts([identityNow(ownBash("sleep 300"))])).toEqual([]);
  expect(listeningPorts([{ pid: 2 ** 22, startTime: "" }])).toEqual([]);
});
