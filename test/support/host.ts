import { type ChildProcess, spawn } from "node:child_process";
import { waitUntil } from "./wait-until.ts";

/** A number nobody else sleeps for, so that its sleepers can be found again. */
export const unique = (): string => String(1000 + Math.floor(Math.random() * 1_000_000));

export type Host = { readonly host: ChildProcess; readonly said: () => string; readonly shellId: string };

/** A host as a process of its own, with a family of sleepers of this number and a session's jobs under it, once it is ready. */
export async function startHost(order: string, number: string, stateDir: string): Promise<Host> {
  let said = "";
  const host = spawn(process.execPath, ["test/fixtures/hosts/host.mjs", order, number, stateDir], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  host.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await waitUntil("the host to be ready", () => said.includes("ready"));
  return { host, said: () => said, shellId: /ready (\S+)/.exec(said)?.[1] ?? "" };
}
