import { readFileSync } from "node:fs";
import { connect as dial, type Socket } from "node:net";
import { expect, test } from "vitest";
import { isAlive } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { connect } from "./mcp-clients.ts";
import { end, openPlace, startHttp } from "./servers.ts";

const CONNECTIONS = 1000;
const MOST_OPEN = 256;

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** How many connections a process has accepted and not closed. */
const acceptedBy = (port: number): number => {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .filter((line) => line.trim().split(/\s+/)[1]?.endsWith(local) && line.trim().split(/\s+/)[3] === "01").length;
};

type Dialled = { readonly socket: Socket; isClosed: boolean };

function dialMany(port: number, text: string): Promise<Dialled[]> {
  return Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<Dialled>((resolve) => {
          const socket = dial(port, "127.0.0.1").resume();
          const dialled: Dialled = { socket, isClosed: false };
          socket
            .on("error", () => undefined)
            .on("close", () => {
              dialled.isClosed = true;
              resolve(dialled);
            });
          socket.on("connect", () => {
            socket.write(text);
            resolve(dialled);
          });
        }),
    ),
  );
}

test("a thousand connections, silent, slow or greedy, are bounded and closed; memory comes back; clients are served", async () => {
  const place = openPlace();
  const server = await startHttp(place, { limits: { headersMs: 2000, requestMs: 4000 } });
  const pid = server.process.pid ?? 0;
  const { port, host } = new URL(server.url);
  const target = { kind: "http", url: server.url, token: server.token } as const;
  try {
    const client = await connect("current", target);
    await client.call("Bash", { command: "true" });
    const before = residentMiB(pid);
    const greedy = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 8000000\r\n\r\n${"x".repeat(10_000)}`;
    for (const text of ["", `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `, greedy]) {
      const dialled = await dialMany(Number(port), text);
      await waitUntil(
        "the server to have turned most away",
        () => dialled.filter(({ isClosed }) => isClosed).length >= CONNECTIONS - MOST_OPEN,
      );
      expect(acceptedBy(Number(port))).toBeLessThanOrEqual(MOST_OPEN);
      await waitUntil("the rest to be closed too", () => dialled.every(({ isClosed }) => isClosed), 40_000);
      for (const { socket } of dialled) socket.destroy();
    }
    expect(isAlive(pid)).toBe(true);
    const late = await connect("current", target);
    expect((await late.call("Bash", { command: "echo served" })).text).toBe("served\n");
    await late.end();
    await client.close();
    await waitUntil("memory to come back", () => residentMiB(pid) < before + 64, 30_000);
  } finally {
    await end(server.process);
    await place.leave();
  }
}, 180_000);

test("calls one after another do not make the server grow", async () => {
  const place = openPlace();
  const server = await startHttp(place);
  const pid = server.process.pid ?? 0;
  try {
    const grown: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (const kind of ["current", "current, 2026-07-28"] as const) {
        const client = await connect(kind, { kind: "http", url: server.url, token: server.token });
        for (let call = 0; call < 40; call++) await client.call("Bash", { command: "echo x" });
        await client.end();
      }
      grown.push(residentMiB(pid));
    }
    expect((grown[2] ?? 0) - (grown[1] ?? 0)).toBeLessThan(40);
  } finally {
    await end(server.process);
    await place.leave();
  }
}, 120_000);
