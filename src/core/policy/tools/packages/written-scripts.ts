import { FILE, type Text } from "../../values/abstract-text.ts";
import { type Call, type Effect, type Program, shell } from "../effect.ts";
import { contentBehind } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";

/** Scripts that a manager runs by itself, by the word it is called with. */
const BY_ITSELF = /^(?:pre|post)(?:install|update|autoload-dump|pack|publish)$|^(?:install|prepare|prepublish)/;
const INSTALLS = /^(?:install|i|in|add|ci|update|up|upgrade|dump-autoload|pack|publish)$/;
const RUNS = /^(?:run|run-script|rum|urn|start|test|stop|restart|t|tst)$/;

/** The scripts of a manifest that the text itself wrote. */
function scriptsIn(content: Text): ReadonlyMap<string, string> {
  const [, list = ""] = /"scripts"\s*:\s*\{([^{}]*)\}/s.exec(content) ?? [];
  return new Map(
    [...list.matchAll(/"((?:\\.|[^"\\])*)"\s*:\s*"((?:\\.|[^"\\])*)"/gs)].map(([, name = "", code = ""]) => [
      name,
      code.replaceAll(/\\(.)/gs, "$1"),
    ]),
  );
}

function called({ rest: [command = "", script = ""] }: Options, scripts: ReadonlyMap<string, string>): readonly Text[] {
  const names = [...scripts.keys()];
  if (INSTALLS.test(command)) return names.filter((name) => BY_ITSELF.test(name));
  const [, own = command] = RUNS.test(command) && script !== "" ? [command, script] : [];
  return names.filter((name) => name === own || name === `pre${own}` || name === `post${own}`);
}

/** Runs the scripts of a manifest that the text itself wrote into the directory that options name, as this manager would. */
export const runsWritten =
  (manifest: string, takes: string, directory: readonly string[]): Program =>
  (call: Call): readonly Effect[] => {
    const options = readOptions(call.args, takes);
    const [at] = options.values(...directory);
    if (at === undefined) return []; // of the working directory: every call is asked for what it runs there
    const content = contentBehind(`${at.replace(/\/+$/, "")}/${manifest}`, call);
    if (content === FILE) return [];
    const scripts = scriptsIn(content);
    return called(options, scripts).map((name) => shell(scripts.get(name) ?? ""));
  };
