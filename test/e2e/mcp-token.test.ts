import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { connect } from "./mcp-clients.ts";
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
    // From files: the policy reads only commands, and this is about what holds when it was not asked.
    const look = `cat ${tokenFile}; grep -r . ${stateDir} | head -c 100000; env; cat /proc/*/environ; echo looked`;
    writeFileSync(join(workingDir, "look.sh"), look);
    const looked = await client.call("Bash", { command: "bash look.sh" });
    expect(looked.text).toContain("looked");
    expect(JSON.stringify(looked)).not.toContain(server.token);
    const { port } = new URL(server.url);
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'POST /mcp HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -1 <&3`;
    writeFileSync(join(workingDir, "ask.sh"), ask);
    expect((await client.call("Bash", { command: "bash ask.sh" })).text).toContain("401 Unauthorized");
    const args = readFileSync(`/proc/${server.process.pid ?? 0}/cmdline`, "utf8");
    expect(args).not.toContain(server.token);
    await client.end();
  },
);
