import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, executes, type Language } from "../effect.ts";

/** Scripts of frameworks that are programs of their own. */
const FRAMEWORK_SCRIPTS: ReadonlySet<string> = new Set(["artisan", "manage.py", "console"]);

/** A script by name. Where the end of its path is unknown, so is its code. */
export const scriptFile = (path: Text, args: readonly Text[], language: Language): readonly Effect[] => {
  if (!isKnown(path) && !/[\w.-]+$/.test(path)) return [acts("run-unknown-code")];
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Its commands are known, and it is a file all the same: one that was written here does what it says.
  const framework: readonly Effect[] = FRAMEWORK_SCRIPTS.has(name) ? [{ kind: "runs", argv: [name, ...args] }] : [];
  return [...framework, executes(path, args, language)];
};
