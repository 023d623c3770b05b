import { cli } from "./cli.ts";

/** The names of the commands that `nacre --help` lists. */
export async function commandNames(): Promise<readonly string[]> {
  const { stdout } = await cli(["--help"]);
  const list = /\nCommands:\n((?: {2,}.*\n)+)/.exec(stdout)?.[1] ?? "";
  return [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
}

export type Flag = {
  /** As written in the help, with its value: `--port <n>`. */
  readonly flag: string;
  /** What the help says it is when it is not given. */
  readonly byDefault: string | undefined;
};

/** The flags that `nacre NAME --help` lists, without --help. */
export async function flagsOf(name: string): Promise<readonly Flag[]> {
  const { stdout } = await cli([name, "--help"]);
  const list = /\nOptions:\n((?: {2,}.*\n)+)/.exec(stdout)?.[1] ?? "";
  return list
    .split(/\n(?= {2}-)/)
    .map((entry) => ({
      flag: /^ *(?:-\w, )?(--[\w-]+(?: [<[][^>\]]+[>\]])?|-\w)/.exec(entry)?.[1] ?? "",
      byDefault: /\(default: ([^)]+)\)/.exec(entry.replace(/\s+/g, " "))?.[1],
    }))
    .filter(({ flag }) => flag !== "--help");
}
