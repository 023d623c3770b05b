import { GIT_OBEYS, GIT_RUNS, GIT_TRUSTS, gitKeys, LFS_FILTER } from "../../../knowledge/git-settings-that-run.ts";
import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, shell, writes } from "../effect.ts";
import { type Options, readOptions } from "../options.ts";

const RUNS = gitKeys(GIT_RUNS);
const OBEYS = gitKeys(GIT_OBEYS);
const TRUSTS = gitKeys(GIT_TRUSTS);

/** Values that start only well-known tools, or none. */
const TAME_VALUE =
  /^(?:|cat|less(?: -\S+)*|more|true|false|vi|vim|nvim|nano|code --wait|emacs|delta|bat|0|1|auto|always|never|osxkeychain|store|cache(?: --timeout=\d+)?|manager(?:-core)?|input|no|yes|ssh|gpg2?|meld|vimdiff|nvimdiff|kdiff3|vscode|opendiff)$/i;

/** Transports that run no program: `git -c protocol.file.allow=always` is what tests of submodules need. */
const PLAIN_TRANSPORT = /^protocol\.(?!ext\.|allow$)/i;

/** Settings of all repositories of the user that are a matter of taste. */
const TASTE =
  /^(?:user\.(?:name|email)|init\.defaultbranch|pull\.\w+|push\.\w+|color\..*|core\.(?:autocrlf|eol|filemode|quotepath|ignorecase|longpaths)|advice\..*|fetch\.\w+|rerere\.\w+|merge\.conflictstyle|diff\.\w+|commit\.gpgsign|help\.autocorrect|rebase\.auto\w+|branch\..*|column\.\w+|log\..*)$/i;

/** One `key=value` handed to git, for good or for one call. */
type Setting = { readonly key: Text; readonly value: Text; readonly lasts: boolean };

/** The key without its middle, as the lists write it. */
const generalKey = ({ key }: Setting): Text => key.toLowerCase().replace(/\..*\./s, ".");

function isHarmless(setting: Setting): boolean {
  const { key, value, lasts } = setting;
  const general = generalKey(setting);
  const isTransport = PLAIN_TRANSPORT.test(key);
  if (OBEYS.test(general) && !isTransport) return false;
  if (!RUNS.test(general) && !TRUSTS.test(general) && !isTransport) return true;
  if ((TAME_VALUE.test(value) || LFS_FILTER.test(value)) && !general.endsWith("insteadof")) return true;
  return !lasts && (isTransport || /^(?:safe\.directory|http\.sslverify)$/.test(general));
}

function settingEffects(setting: Setting): readonly Effect[] {
  const { key, value, lasts } = setting;
  const general = generalKey(setting);
  const steers = acts(lasts ? "write-guard" : "run-helper", key);
  if (general.startsWith("alias.")) return value.startsWith("!") ? [shell(value.slice(1)), steers] : [];
  if (isHarmless(setting)) return [];
  if (general === "safe.directory") return [acts("run-helper", key)];
  const code = value.replace(/^!/, "");
  return RUNS.test(general) && code !== "" ? [shell(code), steers] : [steers];
}

/** A `key=value` that holds for this call only; a key alone is switched on. */
export function settingForOneCall(pair: Text): readonly Effect[] {
  const equals = pair.indexOf("=");
  if (equals === -1) return settingEffects({ key: pair, value: "true", lasts: false });
  return settingEffects({ key: pair.slice(0, equals), value: pair.slice(equals + 1), lasts: false });
}

const VERB = /^(?:set|get|list|unset|edit|rename-section|remove-section)$/;

const onlyReads = ({ rest: [verb = ""], has }: Options): boolean =>
  /^(?:get|list)$/.test(verb) ||
  has("-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color");

/** `git config`: what is set lasts, for this repository or for every one of the user's. */
export const gitConfig: Program = ({ args }) => {
  const options = readOptions(args, "-f: --file: --blob: --type: --default: --comment: --value:");
  if (onlyReads(options)) return [];
  const { rest, has, values } = options;
  const [verb = ""] = rest;
  if (verb === "edit" || has("-e", "--edit")) return [acts("write-guard")];
  const [key = "", value] = VERB.test(verb) ? rest.slice(1) : rest;
  const written = values("-f", "--file").map((path) => writes(path));
  if (value === undefined && !has("--unset", "--unset-all", "--add", "--replace-all", "--remove-section"))
    return written;
  const effects = [...written, ...settingEffects({ key, value: value ?? "", lasts: true })];
  if (!has("--global", "--system")) return effects;
  return [...effects, TASTE.test(key) ? acts("write-outside", "the user's git settings") : acts("write-startup", key)];
};
