import { realpathSync } from "node:fs";
import { createSandbox } from "../../src/core/sandbox/create-sandbox.ts";
import type { ShellManager } from "../../src/core/shell/shell-manager.ts";
import { createPerson } from "../support/open-sandbox.ts";
import { testManager } from "../support/shells.ts";
import { tempDir } from "../support/temp-dir.ts";
import { asCalls, asScript, asShell, environmentOf, type Ground, type Seen } from "./as-bash.ts";
import { isIntended, type Mode } from "./differences.ts";
import type { Text } from "./texts.ts";

/** A way to run texts, and the ground that bash alone runs them on too. */
type Runner = { readonly ground: Ground; readonly run: (text: Text) => Promise<Seen> };

const LIMITS = { maxSessions: 100, maxShells: 5000 } as const;

async function runnerOf(mode: Mode, bash: string): Promise<Runner> {
  if (mode === "sandboxed session") {
    const person = createPerson();
    const manager: ShellManager = testManager({
      bash,
      limits: LIMITS,
      stateDir: person.stateDir,
      sandbox: () => createSandbox("workspace", { ...person, limits: manager.limits, path: "/usr/bin:/bin" }),
    });
    const ground = { parent: person.workspace, env: await environmentOf(manager, person.workspace), bash };
    return { ground, run: (text) => asCalls(manager, text, ground) };
  }
  const manager = testManager({ bash, limits: LIMITS });
  const parent = realpathSync(tempDir());
  const ground = { parent, env: await environmentOf(manager, parent), bash };
  return { ground, run: (text) => (mode === "session" ? asCalls : asShell)(manager, text, ground) };
}

/** How many texts run at a time: most of their time is spent starting processes. */
const AT_ONCE = 4;

export type Comparison = {
  /** Texts that ran otherwise than bash runs them, and are not listed. */
  readonly unlike: readonly { readonly text: Text; readonly bash: Seen; readonly nacre: unknown }[];
  /** Texts that are listed as different, and are not. */
  readonly alike: readonly Text[];
};

/** Runs each text both ways. */
export async function compare(texts: readonly Text[], mode: Mode, bash: string): Promise<Comparison> {
  const { ground, run } = await runnerOf(mode, bash);
  const unlike: Comparison["unlike"][number][] = [];
  const alike: Text[] = [];
  const queue = [...texts];
  const work = async (): Promise<void> => {
    for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
      const [seen, nacre] = await Promise.all([asScript(text, ground), run(text).catch(String)]);
      const isSame = JSON.stringify(seen) === JSON.stringify(nacre);
      if (isSame && isIntended(text, mode)) alike.push(text);
      if (!isSame && !isIntended(text, mode)) unlike.push({ text, bash: seen, nacre });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { unlike, alike };
}
