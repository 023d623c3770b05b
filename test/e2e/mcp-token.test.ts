import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadClientToken, removeClientToken } from "../../src/apps/server/door/client-tokens.ts";
import { tempDir } from "../support/temp-dir.ts";
import { CLIENTS, connect } from "./mcp-clients.ts";
import { end, openPlace, startHttp } from "./servers.ts";

test.each([
  ["beside the workspace", (root: string) => join(root, "elsewhere", "state")],
  ["inside the workspace", (root: string) => join(root, "work", "state")],
])(
  "a command in the sandbox cannot read the token, and without it the server turns it away: state %s",
  async (_, stateOf) => {
    const place = openPlace();
    const root = tempDir();
    const workingDir = tempDir("nacre-work-");
    const stateDir = stateOf(root).replace(join(root, "work"), workingDir);
    const server = await startHttp(place, { kit: { sandbox: "workspace", workingDir, stateDir } });
    onTestFinished(async () => {
      await end(server.process);
      await place.leave();
    });
    const client = await connect("current", { kind: "http", url: server.url, token: server.token });
    const tokenFile = join(stateDir, "token");
    expect(readFileSync(tokenFile, "utf8").trim()).toBe(server.token);
    const ofClient = loadClientToken(tokenFile, "mine");
    // From files: the policy reads only commands, and this is about what holds when it was not asked.
    const look = `cat ${tokenFile} ${tokenFile}.d/mine; grep -r . ${stateDir} | head -c 100000; env; cat /proc/*/environ; echo looked`;
    writeFileSync(join(workingDir, "look.sh"), look);
    const looked = await client.call("Bash", { command: "bash look.sh" });
    expect(looked.text).toContain("looked");
    expect(JSON.stringify(looked)).not.toContain(server.token);
    expect(JSON.stringify(looked)).not.toContain(ofClient);
    const { port } = new URL(server.url);
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'POST /mcp HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -1 <&3`;
    writeFileSync(join(workingDir, "ask.sh"), ask);
    expect((await client.call("Bash", { command: "bash ask.sh" })).text).toContain("401 Unauthorized");
    const args = readFileSync(`/proc/${server.process.pid ?? 0}/cmdline`, "utf8");
    expect(args).not.toContain(server.token);
    await client.end();
  },
);

test.each(CLIENTS)(
  "a token that changes while the server runs: the old one is refused, the new one taken: %s",
  async (kind) => {
    const place = openPlace();
    const server = await startHttp(place);
    onTestFinished(async () => {
      await end(server.process);
      await place.leave();
    });
    const { tokenFile } = server;
    const enter = async (token: string): Promise<string> => {
      const client = await connect(kind, { kind: "http", url: `${server.url}/mine`, token });
      const { text } = await client.call("Bash", { command: "echo in" });
      await client.end();
      return text.split("\n", 1)[0] ?? "";
    };
    const before = await connect(kind, { kind: "http", url: `${server.url}/mine`, token: server.token });
    await before.call("Bash", { command: "true" });
    const next = "n".repeat(43);
    writeFileSync(tokenFile, next);
    await expect(before.call("Bash", { command: "true" })).rejects.toThrow();
    await before.close();
    await expect(enter(server.token)).rejects.toThrow();
    expect(await enter(next)).toBe("in");
    for (const spoil of [
      () => writeFileSync(tokenFile, next.slice(0, 20)),
      () => rmSync(tokenFile),
      () => {
        writeFileSync(tokenFile, next);
        chmodSync(tokenFile, 0o644);
      },
    ]) {
      spoil();
      await expect(enter(next)).rejects.toThrow();
    }
    chmodSync(tokenFile, 0o600);
    expect(await enter(next)).toBe("in");
    const own = loadClientToken(tokenFile, "mine");
    expect(await enter(own)).toBe("in");
    removeClientToken(tokenFile, "mine");
    await expect(enter(own)).rejects.toThrow();
  },
);
