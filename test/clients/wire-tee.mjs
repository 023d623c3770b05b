// node wire-tee.mjs LOG COMMAND ARG…: runs a stdio server, passes every byte on, and keeps each message in LOG.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

const keep = (from) => {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      appendFileSync(log, `${JSON.stringify({ from, message: Buffer.from(line, "latin1").toString("utf8") })}\n`);
    }
  };
};

process.stdin.on("data", keep("client")).pipe(server.stdin);
server.stdout.on("data", keep("server")).pipe(process.stdout);
// The server ends itself when its input ends; a client that is gone is no reason to leave it.
server.stdin.on("error", () => undefined);
process.stdout.on("error", () => server.stdin.end());
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
