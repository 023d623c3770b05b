/** What a session has to remember: functions and variables. */
import { setTimeout as sleep } from "node:timers/promises";
import { createToolkit } from "../../src/tools/toolkit.ts";
import { inScratch } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { cpuMs, medianMs, msOf } from "./stopwatch.ts";

/** Longer than the idle time after which a session writes its state down, and than the writing takes. */
const SAVED_MS = 400;
const SAVES = 5;

const remembering = (unit: string, nth: (index: number) => string): Growth => ({
  unit,
  sizes: [100, 500, 2000, 5000],
  things: {
    echo: "one",
    "processor time of a command with its save": "one",
    "background start": "one",
    "exit, and the next command": "one",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      const kit = createToolkit({ workingDir: directory, stateDir: directory, loginShell: false });
      const run = async (command: string): Promise<string> => (await kit.call("Bash", { command })).output;
      for (let from = 0; from < size; from += 100) {
        const count = Math.min(100, size - from);
        await run(Array.from({ length: count }, (_, index) => nth(from + index)).join("\n"));
      }
      const bash = Number(await run("echo $$"));
      await sleep(SAVED_MS);
      const echo = await medianMs(() => run("echo hi"), 15);
      await sleep(SAVED_MS);
      const before = cpuMs(bash);
      for (let save = 0; save < SAVES; save++) {
        await run(`X=${save}`);
        await sleep(SAVED_MS);
      }
      const saved = (cpuMs(bash) - before) / SAVES;
      const background = await medianMs(
        () => kit.call("Bash", { command: "true", run_in_background: true }),
        3,
        SAVED_MS,
      );
      await sleep(SAVED_MS);
      const next = await msOf(async () => {
        await run("exit");
        await run("true");
      });
      await kit.dispose();
      return {
        echo,
        "processor time of a command with its save": saved,
        "background start": background,
        "exit, and the next command": next,
      };
    }),
});

export const functions: Growth = remembering(
  "functions",
  (index) => `fn_${index}() { local a=$1; echo "$a" ${index}; }`,
);
export const variables: Growth = remembering("variables", (index) => `var_${index}='value ${index} ${"x".repeat(40)}'`);
