import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LineClient } from "../../../../src/core/line/line-client.ts";
import { connectToAll } from "../../../../src/core/shell/host/all-hosts.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("the line comes with the host's directory and goes with it", async () => {
  const manager = testManager();
  const hosts = join(manager.stateDir, "hosts");
  expect(existsSync(hosts)).toBe(false);
  await run(manager, "true");
  const [host = ""] = readdirSync(hosts);
  await waitUntil("the socket", () => existsSync(join(hosts, host, "line")));
  await manager.dispose();
  expect(readdirSync(hosts)).toEqual([]);
});

test.each(["line", "."])("a line is there again when a command has deleted %s", async (part) => {
  const manager = testManager();
  await run(manager, "true");
  const hosts = join(manager.stateDir, "hosts");
  const [host = ""] = readdirSync(hosts);
  await waitUntil("the socket", () => existsSync(join(hosts, host, "line")));
  rmSync(join(hosts, host, part), { recursive: true });
  await run(manager, "true", { session: "another" });
  await waitUntil("another socket", async () => {
    const said = await LineClient.connect(join(hosts, host), 20_000);
    if ("line" in said) said.line.close();
    return "line" in said;
  });
});

/** A host that has a line, and nothing else to do once its stdin has ended. It says when it would end by itself. */
const IDLE_HOST = `
import { ShellManager } from "./dist/modules/core/shell/shell-manager.js";
new ShellManager({ stateDir: process.argv[1], loginShell: false }).open();
process.stdin.resume();
`;

test("a line, its readers and those who follow keep no host running", async () => {
  const stateDir = tempDir();
  const host = spawn(process.execPath, ["--input-type=module", "-e", IDLE_HOST, stateDir], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(host, "exit");
  const lines: LineClient[] = [];
  await waitUntil("the line", async () => {
    lines.push(...(await connectToAll(stateDir)).flatMap((one) => ("line" in one ? [one.line] : [])));
    return lines.length > 0;
  });
  let isFollowed = false;
  const onEvent = (): void => {
    isFollowed = true;
  };
  const [end] = lines.map((line) => line.ask({ do: "follow", canAnswer: true }, { limitMs: "any", onEvent }));
  await waitUntil("the overview", () => isFollowed);
  host.stdin.end();
  expect(await ended).toEqual([0, null]);
  expect(await end).toMatchObject({ no: { code: "gone" } });
});
