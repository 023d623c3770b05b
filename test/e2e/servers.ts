import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import type { Target } from "./mcp-clients.ts";

/** A place for one server: its workspace, its state, and a mark that everything it starts carries. */
export type Place = {
  readonly root: string;
  readonly workspace: string;
  readonly mark: string;
  settings(more?: object): string;
  /** Waits until nothing of it is alive, and removes it. */
  leave(): Promise<void>;
};

export function openPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-mcp-")));
  const mark = `NACRE_TEST=${root}`;
  return {
    root,
    workspace: root,
    mark,
    settings: ({ kit = {}, ...more }: { kit?: object } = {}) =>
      JSON.stringify({
        structured: true, // tests are programs
        ...more,
        kit: {
          workingDir: root,
          stateDir: join(root, "state"),
          sandbox: "none",
          loginShell: false,
          environment: { set: { NACRE_TEST: root } },
          ...kit,
        },
      }),
    leave: async () => {
      await waitUntil("every process of the server to be gone", () => pidsInEnvironment(mark).length === 0);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const fixture = (name: string): string => resolve("test/fixtures/servers", name);

export const stdioTarget = (place: Place, more?: object): Target => ({
  kind: "stdio",
  command: process.execPath,
  args: [fixture("stdio.mjs"), place.settings(more)],
});

export type HttpProcess = {
  readonly process: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
};

/** Starts `nacre serve` as a process of its own. */
export async function startHttp(place: Place, more?: object): Promise<HttpProcess> {
  const child = spawn(process.execPath, [fixture("http.mjs"), place.settings(more)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await waitUntil("the server to say where it is", () => said.includes("\n"));
  const { mcp, tokenFile } = JSON.parse(said);
  return { process: child, url: mcp, token: readFileSync(tokenFile, "utf8").trim(), tokenFile };
}

/** Ends a process by a signal and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}
