/** What lies in a sandboxed workspace: files and git repositories. */
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { longestStop, medianMs, msOf } from "./stopwatch.ts";

/** Empty files, a hundred in each directory, twenty directories in each of those above. */
function makeFiles(workspace: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const directory = join(workspace, `part${Math.floor(index / 2000)}`, `d${Math.floor(index / 100) % 20}`);
    if (index % 100 === 0) mkdirSync(directory, { recursive: true });
    closeSync(openSync(join(directory, `file${index % 100}.txt`), "w"));
  }
}

/** Repositories without a commit: what git itself needs to call them one, and a hook's place. */
function makeRepositories(workspace: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const git = join(workspace, `group${Math.floor(index / 20)}`, `repository${index}`, ".git");
    for (const name of ["objects", "refs/heads", "hooks"]) mkdirSync(join(git, name), { recursive: true });
    writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(git, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  }
}

const crowded = (unit: string, sizes: Growth["sizes"], fill: typeof makeFiles): Growth => ({
  unit,
  sizes,
  things: {
    "first command": "one",
    "longest stop of the host in it": "one",
    echo: "one",
    "background start": "one",
    dispose: "one",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      const workspace = join(directory, "workspace");
      mkdirSync(workspace);
      fill(workspace, size);
      const kit = createToolkit({
        workingDir: workspace,
        stateDir: join(directory, "state"),
        loginShell: false,
        sandbox: "workspace",
      });
      const run = async (command: string, more: object = {}): Promise<void> => {
        const { success, output } = await kit.call("Bash", { command, ...more });
        if (!success) throw new Error(output);
      };
      let first = 0;
      const stopped = await longestStop(async () => {
        first = await msOf(() => run("true"));
      });
      const echo = await medianMs(() => run("echo hi"), 15);
      const background = await medianMs(() => run("true", { run_in_background: true }), 3);
      return {
        "first command": first,
        "longest stop of the host in it": stopped,
        echo,
        "background start": background,
        dispose: await msOf(kit.dispose),
      };
    }),
});

export const files: Growth = crowded("files in a sandboxed workspace", [1000, 10_000, 100_000, 300_000], makeFiles);
export const repositories: Growth = crowded(
  "repositories in a sandboxed workspace",
  [5, 50, 200, 500],
  makeRepositories,
);
