import { type FileRun, runFile } from "../process/run-file.ts";
import { trustedProgram } from "../process/trusted-program.ts";

/** Settings that make git run a program or obey a file of someone's choosing, by section and key without the subsection. */
const RUNS_SOMETHING: readonly RegExp[] = [
  /^core\.(?:hookspath|fsmonitor|sshcommand|pager|editor|askpass|gitproxy|worktree|alternaterefscommand|attributesfile)$/,
  /^(?:include|includeif)\./,
  /^(?:alias|pager|man|browser|guitool|difftool|mergetool|web|instaweb|sendemail|imap)\./,
  /^filter\.(?:clean|smudge|process)$/,
  /^diff\.(?:external|command|textconv|tool)$/,
  /^merge\.(?:driver|tool)$/,
  /^credential\.helper$/,
  /^gpg\.(?:program|defaultkeycommand)$/,
  /^(?:sequence\.editor|interactive\.difffilter|uploadpack\.packobjectshook|protocol\.allow|trailer\.(?:command|cmd))$/,
  /^remote\.(?:uploadpack|receivepack|vcs)$/,
  /^submodule\.update$/,
];

/** Large files are the one filter that ordinary repositories set themselves. */
const HARMLESS_VALUE = /^git-lfs (?:clean|smudge|filter-process)\b[\w %.-]*$/;

/** The settings of a configuration that run something, as git itself reads it; undefined when git cannot read it. */
export async function armedSettings(path: string, git: string): Promise<readonly string[] | undefined> {
  const { exitCode, stdout } = await gitConfig(git, path, ["--list", "-z"]);
  if (exitCode !== 0) return undefined;
  return stdout.split("\0").flatMap((entry) => {
    // The name ends at the first newline; what follows is the value.
    const [, name = "", value = ""] = /^([^\n]+)\n?([^]*)$/.exec(entry) ?? [];
    const general = name.replace(/\..*\./s, ".");
    const isArmed = RUNS_SOMETHING.some((pattern) => pattern.test(general)) && !HARMLESS_VALUE.test(value);
    return isArmed ? [name] : [];
  });
}

/** Takes them out of the file; returns their names, or undefined when that is not possible and the file is not to be trusted. */
export async function disarmGitConfig(
  path: string,
  git: string | undefined = trustedProgram("git"),
): Promise<readonly string[] | undefined> {
  if (git === undefined) return undefined;
  const armed = await armedSettings(path, git);
  for (const name of new Set(armed)) await gitConfig(git, path, ["--unset-all", name]);
  const left = armed?.length === 0 ? armed : await armedSettings(path, git);
  return left?.length === 0 ? armed : undefined;
}

/** From a place that is no repository and with no settings of anyone's: a hostile file is read, never obeyed. */
const gitConfig = (git: string, path: string, args: readonly string[]): Promise<FileRun> =>
  runFile({
    file: git,
    args: ["config", "--file", path, "--no-includes", ...args],
    cwd: "/",
    env: { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_DIR: "/nonexistent", HOME: "/nonexistent" },
  });
