import { GIT_NAMES_TOOL, GIT_OBEYS, GIT_RUNS, gitKeys, LFS_FILTER } from "../../knowledge/git-settings-that-run.ts";
import { type FileRun, runFile } from "../../process/run-file.ts";
import { trustedProgram } from "../../process/trusted-program.ts";

/** Settings that make git run a program or obey a file that a command chose. */
const TAKEN_OUT = gitKeys([...GIT_RUNS, ...GIT_OBEYS, ...GIT_NAMES_TOOL]);

type GitSetting = { readonly name: string; readonly value: string };

/**
 * The settings of a configuration that make git run a program, as git itself reads it; undefined when git cannot read
 * it.
 */
async function armedSettings(path: string, git: string, text?: string): Promise<readonly GitSetting[] | undefined> {
  const { exitCode, stdout } = await gitConfig({ git, path }, ["--list", "-z"], text);
  if (exitCode !== 0) return undefined;
  return stdout.split("\0").flatMap((entry) => {
    // The name ends at the first newline; what follows is the value.
    const [, name = "", value = ""] = /^([^\n]+)\n?([^]*)$/.exec(entry) ?? [];
    const general = name.toLowerCase().replace(/\..*\./s, ".");
    const isArmed = TAKEN_OUT.test(general) && !LFS_FILTER.test(value);
    return isArmed ? [{ name, value }] : [];
  });
}

/**
 * Takes them out of the file and returns their names; undefined when git cannot, and the file must not be trusted.
 * Keeps those that an earlier text of the file has as well.
 */
export async function disarmGitConfig(
  path: string,
  git: string | undefined = trustedProgram("git"),
  earlier = "",
): Promise<readonly string[] | undefined> {
  if (git === undefined) return undefined;
  const kept = earlier === "" ? [] : ((await armedSettings("-", git, earlier)) ?? []);
  const others = async (): Promise<readonly string[] | undefined> =>
    (await armedSettings(path, git))
      ?.filter(({ name, value }) => !kept.some((one) => one.name === name && one.value === value))
      .map(({ name }) => name);
  const armed = await others();
  for (const name of new Set(armed)) {
    await gitConfig({ git, path }, ["--unset-all", name]);
    for (const { value } of kept.filter((one) => one.name === name))
      await gitConfig({ git, path }, ["--add", name, value]);
  }
  const left = armed?.length === 0 ? armed : await others();
  return left?.length === 0 ? armed : undefined;
}

/**
 * Runs git outside any repository and without the user's and the system's settings: git reads a hostile file and never
 * obeys it.
 */
const gitConfig = (
  { git, path }: { readonly git: string; readonly path: string },
  args: readonly string[],
  input?: string,
): Promise<FileRun> =>
  runFile(
    {
      file: git,
      args: ["config", "--file", path, "--no-includes", ...args],
      cwd: "/",
      env: { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_DIR: "/nonexistent", HOME: "/nonexistent" },
    },
    input === undefined ? {} : { input: Buffer.from(input) },
  );
