import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMcpServer } from "../../../src/adapters/mcp.ts";
import { OneTimeLink } from "../../../src/apps/server/page/one-time-link.ts";
import { linkTo } from "../../../src/apps/server/page/served-address.ts";
import { StdioWire } from "../../../src/apps/server/stdio-wire.ts";
import type { ToolkitEvent } from "../../../src/tools/tool-event.ts";
import { cli } from "../../support/cli.ts";
import { driveHost } from "../../support/driven-host.ts";
import { type OpenToolkit, openToolkit } from "../../support/open-toolkit.ts";
import { servePage } from "../../support/page-ground.ts";
import { clientOn, ERAS, streamPair } from "../../support/stream-pair.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";
import { hasChromium, signedIn, useBrowser } from "../real-browser.ts";

const browser = useBrowser();

/** Keeps what the page gives to the desktop, of which a test has none, and what it gives to a screen reader. */
const KEPT = `
  window.notices = [];
  window.spoken = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { window.notices.push(title + ": " + body); }
  };
  window.hide = () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.ariaLive === "polite") for (const { data } of addedNodes) window.spoken.push(data);
  }).observe(document, { childList: true, subtree: true });`;

/** What a channel has told so far, as one text. */
type Channel = () => string | Promise<string>;

async function tabOn({ stateDir, url }: { readonly stateDir: string; readonly url: string }): Promise<Page> {
  const tab = await signedIn(browser, linkTo(url, new OneTimeLink(stateDir).make()));
  await tab.addInitScript(KEPT);
  await tab.reload();
  await tab.getByText("Live", { exact: true }).waitFor();
  return tab;
}

/** A page that is seen, and one that is hidden after its user chose notices. */
async function pagesOn(stateDir: string): Promise<Readonly<Record<string, Channel>>> {
  const place = { stateDir, url: (await servePage(stateDir)).url };
  const [seen, hidden] = [await tabOn(place), await tabOn(place)];
  await hidden.keyboard.press("?");
  await hidden.getByRole("button", { name: "Desktop notices" }).click();
  await hidden.locator('button[aria-pressed="true"]', { hasText: "Desktop notices" }).waitFor();
  await hidden.evaluate("hide()");
  return {
    page: () => seen.evaluate("spoken.join('\\n')"),
    desktop: () => hidden.evaluate("notices.join('\\n')"),
  };
}

/** A client that subscribed to the status of these shells. */
async function subscriber(kit: OpenToolkit, era: (typeof ERAS)[number], ids: readonly string[]): Promise<Channel> {
  const pair = streamPair();
  const serving = serveStdio(() => createMcpServer(kit, {}), { transport: new StdioWire(pair.stdin, pair.stdout) });
  const client = await clientOn(pair, era);
  onTestFinished(async () => {
    await client.close();
    await serving.close();
  });
  const told: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
  const uris = ids.map((id) => `shell://${id}/status`);
  if (era === "2025-11-25") await Promise.all(uris.map((uri) => client.subscribeResource({ uri })));
  else await client.listen({ resourceSubscriptions: uris });
  return () => told.join("\n");
}

/** How a shell is named on each channel: the page says its command, the desktop never does. */
const timesIn = (text: string, name: string): number => text.split(name).length - 1;

type Ending = {
  readonly command: (name: string) => string;
  readonly happen: (kit: OpenToolkit, ids: readonly string[]) => Promise<void>;
  readonly event: ToolkitEvent["kind"];
  readonly words: string;
};

const ENDINGS: Readonly<Record<string, Ending>> = {
  "ends by itself": {
    command: (name) => `: ${name}; until [ -e go ]; do sleep 0.05; done`,
    happen: async ({ workingDir }) => writeFileSync(join(workingDir, "go"), ""),
    event: "shell-ended",
    words: "has ended",
  },
  "is killed by the user": {
    command: (name) => `: ${name}; sleep 300`,
    happen: async ({ shells }, ids) => {
      const env = { NACRE_STATE_DIR: shells.stateDir };
      for (const id of ids) expect(await cli(["kill", id], { env })).toMatchObject({ code: 0 });
    },
    event: "shell-ended",
    words: "has ended",
  },
  "waits for input": {
    command: (name) => `: ${name}; until [ -e go ]; do sleep 0.05; done; cat`,
    happen: async ({ workingDir }) => writeFileSync(join(workingDir, "go"), ""),
    event: "shell-waits",
    words: "waits for input",
  },
};

const PATIENCE_MS = 60_000;

describe.skipIf(!hasChromium)("a background shell", () => {
  test.each(Object.entries(ENDINGS))(
    "that %s is told once on every channel, however many do so at once",
    { timeout: 240_000 },
    async (_, { command, happen, event, words }) => {
      const [stateDir, events]: [string, ToolkitEvent[]] = [tempDir(), []];
      const kit = openToolkit({ stateDir, onEvent: (one) => events.push(one) });
      const names = ["first-shell", "second-shell"];
      const ids: string[] = [];
      for (const name of names) ids.push(await kit.start(command(name)));
      const results: string[] = [];
      const channels: Readonly<Record<string, Channel>> = {
        ...(await pagesOn(stateDir)),
        ...Object.fromEntries(
          await Promise.all(ERAS.map(async (era) => [`mcp ${era}`, await subscriber(kit, era, ids)] as const)),
        ),
        onEvent: () => events.flatMap((one) => (one.kind === event && "id" in one ? [String(one.id)] : [])).join("\n"),
        result: async () => {
          results.push((await kit.bash("true")).output);
          return results.join("\n");
        },
      };
      await happen(kit, ids);
      await kit.start("sleep 300"); // an end beside a start
      const toldOn = async (channel: string): Promise<readonly number[]> => {
        const text = (await channels[channel]?.()) ?? "";
        if (channel === "desktop") expect(text).not.toContain("shell;");
        return (channel === "page" ? names : ids).map((name) => timesIn(text, name));
      };
      for (const channel of Object.keys(channels)) {
        await waitUntil(
          `both to be told on ${channel}`,
          async () => (await toldOn(channel)).every((times) => times > 0),
          PATIENCE_MS,
        );
      }
      expect(results.join("\n")).toContain(words);
      for (const channel of Object.keys(channels)) expect([channel, await toldOn(channel)]).toEqual([channel, [1, 1]]);
    },
  );

  test("that is lost with its host is told once on the page, on the desktop and by the next host", async () => {
    const host = await driveHost();
    const { stateDir } = host;
    const names = ["first-shell", "second-shell"];
    const ids: string[] = [];
    for (const name of names)
      ids.push(String((await host.bash(`: ${name}; sleep 300`, { run_in_background: true })).metadata.bash_id));
    const { page, desktop } = await pagesOn(stateDir);
    host.kill("SIGKILL");
    const heard = async (channel: Channel | undefined, words: readonly string[]): Promise<void> => {
      const times = async (): Promise<readonly number[]> => {
        const text = (await channel?.()) ?? "";
        return words.map((word) => timesIn(text, word));
      };
      await waitUntil("both to be told", async () => (await times()).every((many) => many > 0), PATIENCE_MS);
      expect(await times()).toEqual([1, 1]);
    };
    await heard(
      page,
      names.map((name) => `${name}; sleep 300: lost`),
    );
    await heard(
      desktop,
      ids.map((id) => `nacre: ${id} has ended (lost).`),
    );
    const lost: string[] = [];
    const next = openToolkit({ stateDir, onEvent: (one) => void (one.kind === "shell-lost" && lost.push(one.id)) });
    await next.bash("true");
    await heard(() => lost.join("\n"), ids);
    await heard(
      page,
      names.map((name) => `${name}; sleep 300: lost`),
    ); // not once more by the next host
  }, 240_000);
});
