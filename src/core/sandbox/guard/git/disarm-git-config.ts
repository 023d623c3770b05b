import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { inDirectory } from "../../../files/pinned-directory.ts";
import { readUntrustedBytes } from "../../../files/read-untrusted.ts";
import { replaceUntrusted } from "../../../files/replace-untrusted.ts";
import {
  GIT_NAMES_TOOL,
  GIT_OBEYS,
  GIT_RUNS,
  gitKeys,
  LFS_FILTER,
  SOUNDS_LIKE_RUNNING,
} from "../../../knowledge/git-settings-that-run.ts";
import { type FileRun, runFile } from "../../../process/run-file.ts";
import { trustedProgram } from "../../../process/trusted-program.ts";
import { CONFIG_BYTES } from "./git-run-points.ts";
import { plainConfig } from "./plain-config.ts";

/** Settings that make git run a program or obey a file that a command chose. */
const TAKEN_OUT = gitKeys([...GIT_RUNS, ...GIT_OBEYS, ...GIT_NAMES_TOOL]);

/** How often the host begins anew with a file that is replaced under its hands. */
const TRIES = 3;

/** A setting as git names it: section and key in small letters. */
export type GitSetting = { readonly name: string; readonly value: string };

/** The bytes of a configuration without what makes git run something, and the names of what was taken out. */
export type DisarmedConfig = { readonly bytes: Buffer; readonly removed: readonly string[] };

/**
 * Takes out of a file that commands can replace what makes git run something, and returns the names of what it took
 * out; undefined when it cannot, and the file must not be trusted. Git is asked only about what is not plain, and sees
 * only a private copy: commands could lead it from the file itself to any other. `mayAsk` says whether it may be: a program takes its time.
 */
export async function disarmGitConfig(
  path: string,
  git: string | undefined = trustedProgram("git"),
  mayAsk: () => boolean = () => true,
): Promise<readonly string[] | undefined> {
  for (let at = 0; at < TRIES; at++) {
    const read = inDirectory(
      dirname(path),
      (held) => readUntrustedBytes(join(held, basename(path)), CONFIG_BYTES) ?? "no",
    );
    if (read === undefined) return []; // the directory was moved: the next look finds it where it went
    if (read === "no") return undefined;
    const disarmed = withoutPrograms(read.bytes) ?? (mayAsk() ? await disarmedConfig(read.bytes, { git }) : undefined);
    if (disarmed === undefined) return undefined;
    const { bytes, removed } = disarmed;
    if (removed.length === 0 || replaceUntrusted(path, bytes, read.stat)) return removed;
  }
  return undefined;
}

/** The same for the bytes of a plain configuration; undefined for any other. */
function withoutPrograms(bytes: Buffer): DisarmedConfig | undefined {
  const lines = plainConfig(bytes);
  if (lines === undefined) return undefined;
  const armed = lines.filter(({ name, value = "" }) => name !== undefined && isArmed({ name, value }));
  const left = lines.filter((line) => !armed.includes(line)).map(({ text }) => text);
  const removed = [...new Set(armed.map(({ name = "" }) => name))];
  return { bytes: removed.length === 0 ? bytes : Buffer.from(left.join("\n"), "latin1"), removed };
}

/** The same by git, for all others; keeps the settings that an earlier configuration has as well. */
export async function disarmedConfig(
  bytes: Buffer,
  { git = trustedProgram("git"), earlier }: { readonly git?: string | undefined; readonly earlier?: Buffer } = {},
): Promise<DisarmedConfig | undefined> {
  if (git === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), "nacre-config-"));
  try {
    const copy = { git, path: join(directory, "config") };
    writeFileSync(copy.path, bytes, { mode: 0o600 });
    const kept = earlier === undefined ? [] : ((await armedSettings({ git, path: "-" }, earlier)) ?? []);
    const removed = await disarmCopy(copy, kept);
    return removed === undefined
      ? undefined
      : { bytes: removed.length === 0 ? bytes : readFileSync(copy.path), removed };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

type PrivateCopy = { readonly git: string; readonly path: string };

async function disarmCopy(copy: PrivateCopy, kept: readonly GitSetting[]): Promise<readonly string[] | undefined> {
  const others = async (): Promise<readonly string[] | undefined> =>
    (await armedSettings(copy))
      ?.filter(({ name, value }) => !kept.some((one) => one.name === name && one.value === value))
      .map(({ name }) => name);
  const armed = await others();
  for (const name of new Set(armed)) {
    await gitConfig(copy, ["--unset-all", name]);
    for (const { value } of kept.filter((one) => one.name === name)) await gitConfig(copy, ["--add", name, value]);
  }
  const left = armed?.length === 0 ? armed : await others();
  return left?.length === 0 ? armed : undefined;
}

/** All settings of a configuration as git itself reads it; undefined when git cannot. */
export async function settingsIn(
  bytes: Buffer,
  git: string | undefined = trustedProgram("git"),
): Promise<readonly GitSetting[] | undefined> {
  return git === undefined ? undefined : listed({ git, path: "-" }, bytes);
}

async function listed(copy: PrivateCopy, bytes?: Buffer): Promise<readonly GitSetting[] | undefined> {
  const { exitCode, stdout } = await gitConfig(copy, ["--list", "-z"], bytes);
  if (exitCode !== 0) return undefined;
  return stdout.split("\0").flatMap((entry) => {
    // The name ends at the first newline; what follows is the value.
    const [, name, value = ""] = /^([^\n]+)\n?([^]*)$/.exec(entry) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
}

/** Those of them that make git run a program. */
async function armedSettings(copy: PrivateCopy, bytes?: Buffer): Promise<readonly GitSetting[] | undefined> {
  return (await listed(copy, bytes))?.filter(isArmed);
}

function isArmed({ name, value }: GitSetting): boolean {
  const general = name.toLowerCase().replace(/\..*\./s, ".");
  return (TAKEN_OUT.test(general) || SOUNDS_LIKE_RUNNING.test(general)) && !LFS_FILTER.test(value);
}

/**
 * Runs git outside any repository and without the user's and the system's settings: git reads a hostile file and never
 * obeys it.
 */
const gitConfig = ({ git, path }: PrivateCopy, args: readonly string[], input?: Buffer): Promise<FileRun> =>
  runFile(
    {
      file: git,
      args: ["config", "--file", path, "--no-includes", ...args],
      cwd: "/",
      env: { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_DIR: "/nonexistent", HOME: "/nonexistent" },
    },
    input === undefined ? {} : { input },
  );
