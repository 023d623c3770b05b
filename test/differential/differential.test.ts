import { expect, test } from "vitest";
import { testManager } from "../support/shells.ts";
import { asCalls, asScript, environmentOf, type Seen } from "./as-bash.ts";
import { DIFFERENCES } from "./differences.ts";
import { TEXTS } from "./texts.ts";

const keyOf = (text: string | readonly string[]): string => JSON.stringify(text);

test.each(Object.entries(TEXTS))(
  "%s: a session runs each text as bash does, but for the differences that are listed",
  {
    timeout: 300_000,
  },
  async (_, texts) => {
    const manager = testManager({ limits: { maxSessions: 1000 } });
    const env = await environmentOf(manager);
    const unlike: { readonly text: string; readonly bash: Seen; readonly nacre: unknown }[] = [];
    const mended: string[] = [];
    for (const [index, text] of texts.entries()) {
      const bash = asScript(text, env);
      const nacre = await asCalls(manager, `text-${index}`, text).catch(String);
      const isListed = DIFFERENCES.has(keyOf(text));
      if (JSON.stringify(bash) === JSON.stringify(nacre)) {
        if (isListed) mended.push(keyOf(text));
      } else if (!isListed) unlike.push({ text: keyOf(text), bash, nacre });
    }
    expect({ unlike, mended }).toEqual({ unlike: [], mended: [] });
  },
);
