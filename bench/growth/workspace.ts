/** What lies in a sandboxed workspace: files and git repositories. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { makeFiles, makeRepositories } from "../crowds.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { longestStop, medianMs, msOf } from "./stopwatch.ts";

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
