import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isRecord } from "../../src/core/base/is-record.ts";
import { pidsInEnvironment, pidsWith } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import type { Line } from "./expected.ts";
import { startTokenProxy } from "./token-proxy.ts";

/** A check of the suite that said something of nacre. */
export type Check = { readonly id: string; readonly passed: boolean; readonly problem: string };

const SUITE_LIMIT_MS = 240_000;
const pinned = join(process.env["PINNED"] ?? "", "node_modules");

/** Runs every scenario of one line against a nacre of its own, and proves that nothing is left. */
export async function runSuite({ release, protocol }: Line): Promise<readonly Check[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "nacre-conformance-")));
  const results = join(root, "results");
  const { nacre, url, tokenFile } = await startNacre(root);
  // A name, so that what one request started is there for the next in the era without sessions.
  const proxy = await startTokenProxy(`${url}/conformance`, readFileSync(tokenFile, "utf8").trim());
  try {
    const suite = join(pinned, release, "dist", "index.js");
    const what = ["--suite", "all", "--spec-version", protocol, "--output-dir", results];
    // Its exit code is about failures, all of which the results name.
    const runner = spawn(join(pinned, ".bin", "node"), [suite, "server", "--url", proxy.url, ...what], {
      stdio: "ignore",
    });
    await ended(runner);
    return readdirSync(results).flatMap((folder) => checksIn(join(results, folder, "checks.json")));
  } finally {
    await proxy.close();
    nacre.kill("SIGTERM");
    await ended(nacre);
    const left = (): number => pidsInEnvironment(root).length + pidsWith(root).length;
    await waitUntil("every process of the server to be gone", () => left() === 0);
    rmSync(root, { recursive: true, force: true });
  }
}

async function startNacre(root: string): Promise<{ nacre: ChildProcess; url: string; tokenFile: string }> {
  const config = join(root, "config.json");
  mkdirSync(join(root, "workspace"));
  writeFileSync(join(root, "rules.json"), JSON.stringify({ ask: ["Bash(touch asked)"], deny: ["Bash(touch denied)"] }));
  writeFileSync(
    config,
    JSON.stringify({
      sandbox: "none",
      workspace: "workspace",
      rules: "rules.json",
      stateDir: "state",
      tokenFile: "token",
      port: 0,
      environment: { set: { NACRE_TEST: root } },
    }),
  );
  const nacre = spawn(process.execPath, [resolve("bin/nacre.js"), "serve", "--json", "--config", config], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  nacre.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await waitUntil("nacre to say where it is", () => said.includes("\n"));
  const { mcp } = JSON.parse(said);
  return { nacre, url: mcp, tokenFile: join(root, "token") };
}

const ended = (child: ChildProcess): Promise<void> =>
  waitUntil("a process to end", () => child.exitCode !== null || child.signalCode !== null, SUITE_LIMIT_MS);

function checksIn(file: string): readonly Check[] {
  const checks: unknown = JSON.parse(readFileSync(file, "utf8"));
  return (Array.isArray(checks) ? checks : []).filter(isRecord).map((check) => ({
    id: String(check["id"]),
    // A warning is a SHOULD, and what was skipped was not shown.
    passed: check["status"] === "SUCCESS" || check["status"] === "INFO",
    problem: `${String(check["status"])}: ${String(check["errorMessage"] ?? check["description"])}`,
  }));
}
