import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, shell, writes } from "../effect.ts";

import { readOptions } from "../options.ts";

/** Settings whose value git runs. */
const RUN_KEYS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand|attributesfile|excludesfile|worktree)|pager\..*|alias\..*|diff\.external|diff\..*\.(?:command|textconv)|difftool\..*|mergetool\..*|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|sequence\.editor|credential\..*helper|credential\.helper|gpg\..*program|gpg\.program|ssh\.variant|uploadpack\..*|receive\..*|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)|url\..*\.(?:insteadof|pushinsteadof)|interactive\.difffilter|browser\..*|web\.browser|man\..*|help\.browser|include\.path|includeif\..*|init\.templatedir|init\.defaulttemplate|http\.(?:proxy|sslverify|sslcainfo|cookiefile)|https\.proxy|protocol\..*|safe\.directory|submodule\..*\.update|trailer\..*|sendemail\..*|instaweb\..*|imap\..*|svn\..*|guitool\..*|core\.gitproxy|rebase\.instructionformat|tag\.gpgsign-program|maintenance\..*)$/i;

const TAME_VALUE =
  /^(?:|cat|less(?: -\S+)*|more|true|false|vi|vim|nvim|nano|code --wait|emacs|delta|bat|0|1|auto|always|never|osxkeychain|store|cache(?: --timeout=\d+)?|manager(?:-core)?|input|no|yes|ssh|gpg2?|meld|vimdiff|nvimdiff|kdiff3|vscode|opendiff|git-lfs .*)$/i;

/** One `key=value` handed to git. */
export function setting(key: Text, value: Text, persistent: "persistent" | "once"): readonly Effect[] {
  if (!RUN_KEYS.test(key)) return [];
  if (/^alias\./i.test(key)) {
    if (!value.startsWith("!")) return [];
    return [shell(value.slice(1)), acts(persistent === "persistent" ? "write-guard" : "run-helper", key)];
  }
  if (TAME_VALUE.test(value) && !/hookspath|templatedir|include\.path|insteadof/i.test(key)) return [];
  if (/safe\.directory|sslverify|protocol\./i.test(key) && persistent === "once") return [];
  if (/safe\.directory/i.test(key)) return [acts("run-helper", key)];
  const code = value.replace(/^!/, "");
  const runnable =
    !/hookspath|templatedir|include|insteadof|attributesfile|excludesfile|proxy|sslverify|sslcainfo|safe\.directory|worktree/i.test(
      key,
    );
  return [
    ...(runnable && code !== "" ? [shell(code)] : []),
    acts(persistent === "persistent" ? "write-guard" : "run-helper", key),
  ];
}

export function config(args: readonly Text[]): readonly Effect[] {
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
}
