import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep, stopwatch } from "../../../core/base/clock.ts";
import { LINK_LIFE_MS } from "../../../core/base/limits.ts";
import { openInBrowser } from "../../../core/process/system/open-in-browser.ts";
import { BrowserSignIns } from "../../server/page/browser-sign-ins.ts";
import { OneTimeLink } from "../../server/page/one-time-link.ts";
import { type RunningPage, startPageServer } from "../../server/page/page-server.ts";
import { pageState } from "../../server/page/page-state.ts";
import { linkTo, servedAddress } from "../../server/page/served-address.ts";
import { aborted } from "../../server/stdio.ts";
import { EXIT } from "../io.ts";
import type { Surroundings } from "../settings.ts";
import { refusesAgent } from "../users-act.ts";
import { startAt } from "../usual-port.ts";
import type { WatchFlags } from "./watch-flags.ts";

type Watching = Surroundings & { readonly version: string };

/** nacre watch: opens the page of what runs on this machine. It serves the page where no nacre does yet. */
export async function watch(flags: WatchFlags, { stateDir, io, version }: Watching): Promise<number> {
  // Who may watch and answer is decided by the user, never by an agent.
  if (refusesAgent("watch", io)) return EXIT.refused;
  if (flags.signOut === true) {
    new OneTimeLink(stateDir).end();
    const many = new BrowserSignIns(stateDir).removeAll();
    io.stdout(`${many} browser${many === 1 ? "" : "s"} signed out\n`);
    return EXIT.ok;
  }
  const served = servedAddress(stateDir);
  if (served !== undefined)
    return show(flags, { url: served, link: linkTo(served, new OneTimeLink(stateDir).make()) }, { stateDir, io });
  const say = (sentence: string): void => io.stderr(`nacre watch: ${sentence}\n`);
  const server = await startAt(flags.port, (port) => startPageServer({ stateDir, port, version }), say);
  try {
    const code = await show(flags, server, { stateDir, io });
    if (flags.json !== true) io.stderr(`nacre watch: serving ${server.url} until Ctrl+C; commands go on without it\n`);
    await aborted(io.signal);
    return code;
  } finally {
    await server.close();
  }
}

/** Opens a browser, or prints the link. */
async function show(
  flags: WatchFlags,
  { url, link }: Pick<RunningPage, "url" | "link">,
  { stateDir, io }: Surroundings,
): Promise<number> {
  if (flags.json === true) io.stdout(`${JSON.stringify({ url, link })}\n`);
  else if (flags.link === true) io.stdout(`${link}\n`);
  else if (await opens(link, { stateDir, io })) io.stderr(`nacre watch: opened ${url} in your browser\n`);
  else io.stdout(`${link}\n`);
  return EXIT.ok;
}

const LOOK_MS = 100;

/**
 * Whether a browser took the link. The link itself is in no command line, which other users can read: the browser is given
 * a file that leads there, which only this user can read and which is gone afterwards.
 */
async function opens(link: string, { stateDir, io }: Surroundings): Promise<boolean> {
  const file = join(pageState(stateDir), "open.html");
  rmSync(file, { force: true });
  writeFileSync(file, leadingTo(link), { mode: 0o600, flag: "wx" });
  try {
    if (!(await openInBrowser(file, io.env))) return false;
    const waiting = new OneTimeLink(stateDir);
    const spent = stopwatch();
    while (waiting.isWaiting && spent() < LINK_LIFE_MS && !io.signal.aborted) await sleep(LOOK_MS);
    return !waiting.isWaiting;
  } finally {
    rmSync(file, { force: true });
  }
}

/** The link has no character that means something in HTML. */
export const leadingTo = (link: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${link}"><title>nacre</title>\n`;
