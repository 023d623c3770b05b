import { GIT_OBEYS, GIT_RUNS, GIT_TRUSTS, gitKeys, LFS_FILTER } from "../../../knowledge/git-settings-that-run.ts";
import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, shell, writes } from "../effect.ts";

import { readOptions } from "../options.ts";

const RUNS = gitKeys(GIT_RUNS);
const OBEYS = gitKeys(GIT_OBEYS);
const TRUSTS = gitKeys(GIT_TRUSTS);

/** Values that start nothing but what the user's own tools are. */
const TAME_VALUE =
  /^(?:|cat|less(?: -\S+)*|more|true|false|vi|vim|nvim|nano|code --wait|emacs|delta|bat|0|1|auto|always|never|osxkeychain|store|cache(?: --timeout=\d+)?|manager(?:-core)?|input|no|yes|ssh|gpg2?|meld|vimdiff|nvimdiff|kdiff3|vscode|opendiff)$/i;

/** Transports that run no program: `git -c protocol.file.allow=always` is what tests of submodules need. */
const PLAIN_TRANSPORT = /^protocol\.(?!ext\.|allow$)/i;

/** One `key=value` handed to git. */
function setting(key: Text, value: Text, persistent: "persistent" | "once"): readonly Effect[] {
  const general = key.toLowerCase().replace(/\..*\./s, ".");
  const obeys = OBEYS.test(general) && !PLAIN_TRANSPORT.test(key);
  const runs = RUNS.test(general);
  if (!runs && !obeys && !PLAIN_TRANSPORT.test(key) && !TRUSTS.test(general)) return [];
  if (general.startsWith("alias.")) {
    if (!value.startsWith("!")) return [];
    return [shell(value.slice(1)), acts(persistent === "persistent" ? "write-guard" : "run-helper", key)];
  }
  const isTame = TAME_VALUE.test(value) || LFS_FILTER.test(value);
  if (isTame && !obeys && !general.endsWith("insteadof")) return [];
  if (persistent === "once" && (PLAIN_TRANSPORT.test(key) || /^(?:safe\.directory|http\.sslverify)$/.test(general)))
    return [];
  if (general === "safe.directory") return [acts("run-helper", key)];
  const code = value.replace(/^!/, "");
  return [
    ...(runs && code !== "" ? [shell(code)] : []),
    acts(persistent === "persistent" ? "write-guard" : "run-helper", key),
  ];
}

/** A `key=value` that holds for this call only; a key alone is switched on. */
export function settingForOneCall(pair: Text): readonly Effect[] {
  const equals = pair.indexOf("=");
  return equals === -1 ? setting(pair, "true", "once") : setting(pair.slice(0, equals), pair.slice(equals + 1), "once");
}

/** `git config`: what is set lasts, for this repository or for every one of the user's. */
export const gitConfig: Program = ({ args }) => {
  const options = readOptions(args, "-f: --file: --blob: --type: --default: --comment: --value:");
  if (options.has("-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color")) return [];
  const words = /^(?:set|get|list|unset|edit|rename-section|remove-section)$/.test(options.rest[0] ?? "")
    ? options.rest.slice(1)
    : options.rest;
  if (/^(?:get|list)$/.test(options.rest[0] ?? "")) return [];
  const [key = "", value] = words;
  const effects: Effect[] = options.values("-f", "--file").map((path) => writes(path));
  if (options.has("-e", "--edit") || options.rest[0] === "edit") return [acts("write-guard")];
  if (value === undefined && !options.has("--unset", "--unset-all", "--add", "--replace-all", "--remove-section"))
    return effects;
  const shared = options.has("--global", "--system");
  if (
    shared &&
    !/^(?:user\.(?:name|email)|init\.defaultbranch|pull\.\w+|push\.\w+|color\..*|core\.(?:autocrlf|eol|filemode|quotepath|ignorecase|longpaths)|advice\..*|fetch\.\w+|rerere\.\w+|merge\.conflictstyle|diff\.\w+|commit\.gpgsign|help\.autocorrect|rebase\.auto\w+|branch\..*|column\.\w+|log\..*)$/i.test(
      key,
    )
  ) {
    return [...effects, ...setting(key, value ?? "", "persistent"), acts("write-startup", key)];
  }
  return [
    ...effects,
    ...(shared ? [acts("write-outside", "the user's git settings")] : []),
    ...setting(key, value ?? "", "persistent"),
  ];
};
