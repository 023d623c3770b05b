import { rmSync } from "node:fs";
import { join } from "node:path";
import { identityOf, isRunning } from "../../../core/process/identity.ts";
import { pageState, readState, writeState } from "./page-state.ts";

const pathIn = (stateDir: string): string => join(pageState(stateDir), "serving.json");

/** Says that this process serves the page of this state directory. Returns how to take it back. */
export function announceAddress(stateDir: string, url: string): () => void {
  const path = pathIn(stateDir);
  writeState(path, { url, ...identityOf(process.pid) });
  return () => {
    if (readState(path)?.["pid"] === process.pid) rmSync(path, { force: true });
  };
}

/** Where the page of this state directory is served; undefined where no process does. */
export function servedAddress(stateDir: string): string | undefined {
  const { url, pid, startTime } = readState(pathIn(stateDir)) ?? {};
  if (typeof url !== "string" || typeof pid !== "number" || typeof startTime !== "string") return undefined;
  return isRunning({ pid, startTime }) ? url : undefined;
}

/** The name by which the page's cookie is not sent to other servers of this machine: browsers resolve it themselves. */
export const OWN_NAME = "nacre.localhost";

/** The address of a one-time link. The code is in the fragment: no server, log or referrer has it. */
export function linkTo(url: string, code: string): string {
  const { port } = new URL(url);
  return `http://${OWN_NAME}${port === "" ? "" : `:${port}`}/enter#${code}`;
}
