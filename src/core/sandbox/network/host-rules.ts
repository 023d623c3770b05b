import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { Fault } from "../../base/fault.ts";

/** One entry of a host list: a name, or everything below one, on these ports. */
export type HostRule = {
  readonly kind: "exact" | "below";
  readonly host: string;
  readonly ports: readonly number[];
};

const WEB_PORTS = [80, 443] as const;

/**
 * Second-level names below which unrelated owners register: a wildcard below one covers hosts the operator does not
 * know.
 */
const SHARED_SUFFIXES = new Set(
  (
    "co.uk org.uk gov.uk ac.uk com.au net.au org.au co.nz co.jp ne.jp co.kr co.in com.br com.cn com.mx com.tr co.za github.io " +
    "gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com appspot.com run.app " +
    "azurewebsites.net cloudfront.net amazonaws.com s3.amazonaws.com blob.core.windows.net ngrok.io ngrok.app fly.dev onrender.com"
  ).split(" "),
);

/**
 * The host list as rules: `host`, `host:port`, `*.host`. An entry that is too broad, is not a name or has two meanings is a
 * fault.
 */
export function parseHostRules(list: readonly unknown[]): readonly HostRule[] {
  return list.map((entry) => {
    if (typeof entry !== "string") throw refusal(entry, "it is not a string");
    return parseHostRule(entry);
  });
}

function parseHostRule(entry: string): HostRule {
  refuseNoName(entry);
  const [, wildcard = "", name = "", portText] = /^(\*\.)?([^:]*)(?::(.*))?$/.exec(entry) ?? [];
  const ports = portText === undefined ? WEB_PORTS : [parsePort(entry, portText)];
  const host = normalHost(name);
  if (/^[\d.]+$/.test(name)) throw refusal(entry, "an address is not a name; list the host's name");
  if (host === undefined) throw refusal(entry, "it is not a host name");
  if (/(?:^|\.)localhost$/.test(host))
    throw refusal(
      entry,
      "a list reaches public hosts only, and 127.0.0.1 is the sandbox's own; network: \"on\" reaches the host's",
    );
  if (wildcard === "") return { kind: "exact", host, ports };
  if (!host.includes(".") || SHARED_SUFFIXES.has(host)) {
    throw refusal(
      entry,
      `it covers hosts of strangers; name the part of ${host} that is meant, such as *.example.${host}`,
    );
  }
  return { kind: "below", host, ports };
}

function refuseNoName(entry: string): void {
  // Some programs read a leading dot as the names below, some as the name itself too.
  if (entry.startsWith("."))
    throw refusal(entry, `write the names below it as *${entry}, and the name itself as ${entry.slice(1)}`);
  if (/[\0-\x20\x7f]/.test(entry)) throw refusal(entry, "it holds a space or a control character");
  if (entry.includes("/") || entry.includes("@"))
    throw refusal(entry, "name a host, not an address with a scheme, path or user");
  if (isIP(entry) !== 0 || entry.startsWith("["))
    throw refusal(entry, "an address is not a name; list the host's name");
}

function parsePort(entry: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw refusal(entry, `its port must be 1 to 65535`);
  return port;
}

/** A host name in one spelling: lower case, ASCII, no final dot; undefined when it is not a host name. */
function normalHost(name: string): string | undefined {
  if (/[\0-\x20\x7f%\\]/.test(name)) return undefined;
  const host = domainToASCII(name.replace(/\.$/, "")).toLowerCase();
  return /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(
    host,
  )
    ? host
    : undefined;
}

/** Whether a rule lets this host be reached on this port. An empty list lets nothing through. */
export function isHostAllowed(rules: readonly HostRule[], name: string, port: number): boolean {
  const host = normalHost(name);
  if (host === undefined || isIP(host) !== 0) return false;
  return rules.some(
    (rule) =>
      rule.ports.includes(port) && (rule.kind === "exact" ? host === rule.host : host.endsWith(`.${rule.host}`)),
  );
}

const refusal = (entry: unknown, why: string): Fault =>
  new Fault("CONFIG_INVALID", `sandbox: network.allow cannot hold ${JSON.stringify(entry)}: ${why}`);
