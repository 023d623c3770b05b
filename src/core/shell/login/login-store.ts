import { createHash } from "node:crypto";
import { lstatSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { isRecord } from "../../base/is-record.ts";
import { LOGIN_KEPT_MS, LOGIN_RETRY_MS } from "../../base/limits.ts";
import { ageOf, type Stamp, stampIn, stampNow } from "../../base/stamp.ts";
import { checkOwn, makeDirectory } from "../../files/make-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";
import { createRedactor, looksSecret } from "../../output/redact/redact.ts";
import type { Environment } from "../../process/ask-login-shell.ts";
import { loginFilesSeal } from "./login-files.ts";

/** What hosts before this one found. */
export type KeptLogin = {
  readonly variables: Environment | undefined;
  /** Whether the login failed a short time ago: it would take as long again. */
  readonly hasFailed: boolean;
};

type Found = {
  readonly at: Stamp;
  /** What the login set, and what the host had of the same names before it. */
  readonly after: Environment;
  readonly before: Environment;
};

type Kept = { readonly seal: string; readonly found: Found | undefined; readonly failedAt: Stamp | undefined };

const MOST_BYTES = 1024 * 1024;

/**
 * What a login shell said, on disk for later hosts, without what looks secret. One file for each user, home and shell. It
 * holds only while the login files are the same, and for a host that begins with the same values.
 */
export class LoginStore {
  readonly #directory: string;
  readonly #path: string;
  readonly #host: Environment;
  readonly #seal: string;

  constructor(stateDir: string, bash: string, host: Environment) {
    const { HOME: home = "" } = host;
    const whose = [process.getuid?.() ?? "", home, bash].join("\0");
    this.#directory = join(stateDir, "login");
    this.#path = join(this.#directory, `${createHash("sha256").update(whose).digest("hex").slice(0, 16)}.json`);
    this.#host = host;
    this.#seal = loginFilesSeal(home);
  }

  read(): KeptLogin {
    const { found, failedAt } = this.#read();
    const isGood =
      found !== undefined &&
      ageOf(found.at).most < LOGIN_KEPT_MS &&
      Object.keys(found.after).every((name) => this.#host[name] === found.before[name]);
    const hasFailed = failedAt !== undefined && ageOf(failedAt).most < LOGIN_RETRY_MS;
    return { variables: isGood ? found.after : undefined, hasFailed };
  }

  /** Keeps what a login shell set. */
  keep(variables: Environment): void {
    const redactor = createRedactor({ values: [] });
    const isPlain = (name: string): boolean =>
      [variables[name], this.#host[name]].every(
        (value = "") => !looksSecret(name, value) && redactor.text(value) === value,
      );
    const names = Object.keys(variables).filter(isPlain);
    const of = (from: Environment): Environment =>
      Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
    const found = { at: stampNow(), after: of(variables), before: of(this.#host) };
    this.#write({ seal: this.#seal, found, failedAt: undefined });
  }

  /** Notes that the login failed. What an earlier one set stays. */
  noteFailure(): void {
    this.#write({ seal: this.#seal, found: this.#read().found, failedAt: stampNow() });
  }

  #read(): Kept {
    const text = isPrivate(lstatSync(this.#directory, { throwIfNoEntry: false }))
      ? readUntrusted(this.#path, MOST_BYTES, isPrivate)
      : undefined;
    const kept = text === undefined ? undefined : parse(text);
    return kept?.seal === this.#seal ? kept : { seal: this.#seal, found: undefined, failedAt: undefined };
  }

  /** A state directory that cannot be written costs later hosts time, nothing else. */
  #write(kept: Kept): void {
    const aside = `${this.#path}.${randomHex(6)}`;
    try {
      checkOwn(dirname(this.#directory));
      makeDirectory(this.#directory);
      writeFileSync(aside, JSON.stringify(kept), { mode: 0o600, flag: "wx" });
      renameSync(aside, this.#path);
    } catch {
      rmSync(aside, { force: true });
    }
  }
}

/** Whether nobody but this user can have written it. A link is not. */
const isPrivate = (stat: Stats | undefined): boolean =>
  stat !== undefined &&
  !stat.isSymbolicLink() &&
  (process.getuid === undefined || stat.uid === process.getuid()) &&
  (stat.mode & 0o077) === 0;

function parse(text: string): Kept | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value["seal"] !== "string") return undefined;
  const { seal, found, failedAt } = value;
  return { seal, found: foundIn(found), failedAt: stampIn(failedAt) };
}

function foundIn(value: unknown): Found | undefined {
  if (!isRecord(value)) return undefined;
  const [at, after, before] = [stampIn(value["at"]), value["after"], value["before"]];
  return at !== undefined && isEnvironment(after) && isEnvironment(before) ? { at, after, before } : undefined;
}

const isEnvironment = (value: unknown): value is Environment =>
  isRecord(value) &&
  Object.entries(value).every(
    ([name, one]) => typeof one === "string" && !one.includes("\0") && name !== "" && !/[=\0]/.test(name),
  );
