import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../../src/apps/server/http.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { ERAS } from "../../support/stream-pair.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

async function serve(): Promise<{ readonly url: string; readonly token: string }> {
  const dir = tempDir();
  const server = await startHttpServer({
    kit: {
      workingDir: dir,
      stateDir: dir,
      sandbox: "none",
      loginShell: false,
      environment: { set: { NACRE_TEST: dir } },
    },
  });
  onTestFinished(async () => {
    await server.close();
    await waitUntil("everything to be gone", () => pidsInEnvironment(`NACRE_TEST=${dir}`).length === 0);
  });
  return { url: server.mcp, token: readFileSync(server.tokenFile, "utf8").trim() };
}

type Watching = { readonly client: Client; readonly told: readonly string[] };

async function connect(
  { url, token }: { readonly url: string; readonly token: string },
  name: string,
  era: (typeof ERAS)[number],
): Promise<Watching> {
  const negotiation = era === "2025-11-25" ? {} : { versionNegotiation: { mode: "auto" as const } };
  const client = new Client({ name, version: "1" }, negotiation);
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/${name}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  onTestFinished(() => client.close());
  return { client, told };
}

const call = async ({ client }: Watching, name: string, input: Record<string, unknown>): Promise<string> =>
  JSON.stringify(await client.callTool({ name, arguments: input }));

async function start(watching: Watching): Promise<string> {
  const said = await call(watching, "Bash", { command: "sleep 300", run_in_background: true });
  return /shell_[0-9a-f]+/.exec(said)?.[0] ?? "";
}

test.each(ERAS)("over HTTP a client is told of its own shell and of no other's, in the era of %s", async (era) => {
  const server = await serve();
  const [mine, theirs] = [await connect(server, "mine", era), await connect(server, "theirs", era)];
  const [id, foreign] = [await start(mine), await start(theirs)];
  const uris = [id, foreign].map((one) => `shell://${one}/status`);
  if (era === "2025-11-25") {
    const asked = uris.map((uri) => mine.client.subscribeResource({ uri }));
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  } else {
    const { honoredFilter } = await mine.client.listen({ resourceSubscriptions: uris });
    expect(honoredFilter).toEqual({ resourceSubscriptions: [uris[0]] });
  }
  await call(theirs, "KillShell", { shell_id: foreign });
  await call(mine, "KillShell", { shell_id: id });
  await waitUntil("the notice", () => mine.told.length > 0);
  expect([mine.told, theirs.told]).toEqual([[uris[0]], []]);
});
