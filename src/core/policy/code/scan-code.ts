import { nameSecrecy } from "../../knowledge/secret-names.ts";
import type { RuleId } from "../rules/all-rules.ts";
import type { Language } from "../tools/effect.ts";
import {
  ANY,
  CODE_HOLES,
  DECODED,
  DOWNLOAD,
  ENVIRONMENT,
  FILE,
  holds,
  isKnown,
  OUTPUT,
  replaceHoles,
  SECRET,
  type Text,
} from "../values/abstract-text.ts";
import { activateGlobs } from "../values/globs.ts";
import type { Frame } from "../walk/walk-types.ts";
import { codeFacts } from "./code-patterns.ts";
import type { CodeSetting } from "./code-setting.ts";
import { readsAsCommand } from "./commands-in-text.ts";
import { HOME_MENTION, inHome } from "./home-in-code.ts";
import { argumentsAt, type Literal, literalRuns, literalsOf } from "./literals.ts";
import { scanAwk } from "./scan-awk.ts";
import { SINKS } from "./sink-patterns.ts";

const MAX_SOURCE = 64 * 1024;

/** Scans source code of an interpreter for a short list of sinks. Returns what the code would print. */
export function scanCode(code: Text, language: Language, at: CodeSetting): Text {
  const report = (rule: RuleId): void => at.engine.report(rule, at.origin);
  if (code.length > MAX_SOURCE) report("too-long");
  const text = code.slice(0, MAX_SOURCE);
  judgeHoles(text, report);
  if (language === "awk") return scanAwk(text, at);
  const literals = literalsOf(text);
  runSinks(text, literals, language, at);
  nestedCode(text, literals, language, at);
  fileSinks(text, literals, at);
  networkSinks(text, literals, at, report);
  if (language === "other") at.apply({ kind: "carries", text });
  for (const rule of codeFacts(text)) report(rule);
  return printed(text, literals);
}

/** Code that is mostly holes cannot be judged; a hole inside known code can. */
function judgeHoles(code: Text, report: (rule: RuleId) => void): void {
  if (isKnown(code)) return;
  const known = replaceHoles(code, "").trim();
  if (holds(code, DOWNLOAD)) report("run-download");
  else if (holds(code, DECODED)) report("run-decoded");
  else if (holds(code, ...CODE_HOLES) && known.length < 12) report("run-unknown-code");
}

/** Commands started from code: literals near a sink are read as shell text, lists of literals as arguments. */
function runSinks(code: Text, literals: readonly Literal[], language: Language, at: CodeSetting): void {
  const shellText = (text: Text): void => void at.apply({ kind: "code", text, language: "shell" });
  if (language !== "javascript" && language !== "python") {
    for (const { quote, value } of literals) if (quote === "`") shellText(value);
  }
  for (const text of quotedCommands(code)) shellText(text);
  if (language === "python")
    for (const [, body = ""] of code.matchAll(/^\s*(?:!|%sx |%system |%%bash\n)(.+)/gm)) shellText(body);
  if (language === "other" || language === "lua") {
    for (const [, body = ""] of code.matchAll(/^\s*(?:exec|spawn|send)\s+(?:-\S+\s+)*([\w./-][^"'(\n;]*)/gm))
      shellText(body);
  }
  const sink = SINKS.run.test(code);
  if (!sink && !SINKS.veiled.test(code)) return;
  for (const list of literalRuns(code, literals)) {
    if (list.length > 1) at.apply({ kind: "runs", argv: list.map((literal) => literal.value) });
    for (const { value } of list) if (readsAsCommand(value)) shellText(value);
  }
  eachCall(code, SINKS.calls, (start, end) => {
    const own = literals.filter((literal) => literal.start >= start && literal.end <= end).map(({ value }) => value);
    const argv = REMOVERS.test(own[0] ?? "") ? [...own, ...unsaid(code.slice(start, end), at.frame)] : own;
    if (argv.length > 1) at.apply({ kind: "runs", argv });
  });
  const called = SINKS.run.test(code.replace(/import[^;\n]*/g, ""));
  if (sink && literals.length === 0 && called) at.engine.report("run-unknown-code", at.origin);
}

/** Programs whose unknown arguments matter too: they delete, move or open up what they are given. */
const REMOVERS = /^(?:\/(?:usr\/)?bin\/)?(?:rm|rmdir|unlink|shred|truncate|mv|chmod|chown)$/;

/** Arguments of a call that are not literals: the home directory where the code names it, else any text. */
function unsaid(call: Text, frame: Frame): readonly Text[] {
  if (HOME_MENTION.test(call)) return [frame.scope.home];
  return /[,[(]\s*[A-Za-z_$][\w.]*\s*[,)\]]/.test(withoutLiterals(call)) ? [ANY] : [];
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", "<": ">" };

/** `qx(…)` of perl and `%x(…)` of ruby, with any delimiter. */
function quotedCommands(code: Text): readonly Text[] {
  return [...code.matchAll(/(?:\bqx|%x)\s*([({[<|/!])/g)].flatMap(({ 0: opening, 1: delimiter = "", index }) => {
    const start = index + opening.length;
    const end = code.indexOf(CLOSERS[delimiter] ?? delimiter, start);
    return end === -1 ? [] : [code.slice(start, end)];
  });
}

/** Code that only prints its texts. */
const ONLY_SHOWS =
  /^(?:\s*(?:import [\w, .]+|from [\w.]+ import [\w, *]+|use [\w:]+|require ['"][\w/]+['"])[;\n])*\s*(?:print|console\.(?:log|error|info|warn)|puts|p|say|echo|printf|process\.std(?:out|err)\.write|sys\.stdout\.write|io\.write|assert|return|throw)\b[^=]*$/;
/** Calls that only turn one text or number into another; any other call might run the text. */
const MEASURES =
  /\b(?:print|len|str|repr|sorted|list|set|enumerate|range|isinstance|console\.\w+|\w+\.(?:split|join|strip|trim|replace|replaceAll|includes|startsWith|startswith|endsWith|endswith|upper|lower|toUpperCase|toLowerCase|match|test|slice|count|index|indexOf|format|encode|length|push|append))\s*\(/g;
const onlyMeasures = (code: Text, language: Language): boolean =>
  (language === "python" || language === "javascript") &&
  !code.includes("`") &&
  !/[\w\])]\s*\(|\bimport\b|\beval\b|\bexec\b|^\s*[!%]/m.test(withoutLiterals(code).replace(MEASURES, " "));

/** Source code without its string literals: calls stand outside of quotes. */
const withoutLiterals = (code: Text): Text =>
  literalsOf(code).reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
const MAX_NESTED = 3;

/** Code inside code (`exec("…")`), and texts that would be denied as commands in code that does more than show them. */
function nestedCode(code: Text, literals: readonly Literal[], language: Language, at: CodeSetting): void {
  const depth = at.frame.calls.filter((call) => call === "code").length;
  if (depth >= MAX_NESTED) return;
  const inner = { ...at, frame: { ...at.frame, calls: [...at.frame.calls, "code"] } };
  const evaluates = SINKS.veiled.test(code) || SINKS.evaluates.test(code);
  for (const { value } of literals.slice(0, 20)) {
    if (value.length > 8 && evaluates && /[;(]/.test(value)) scanCode(value, language, inner);
    if (ONLY_SHOWS.test(code) || onlyMeasures(code, language) || !readsAsCommand(value)) continue;
    if (at.engine.wouldDeny({ code: value }, at.frame, at.origin)) at.engine.report("run-hidden", at.origin);
  }
}

const isPathLike = (text: Text): boolean => text !== "" && text.length < 400 && !/[\n;|<>]|:\/\//.test(text);

function fileSinks(code: Text, literals: readonly Literal[], at: CodeSetting): void {
  const paths = literals.filter(
    ({ value, start }) =>
      isPathLike(value) && !/(?:\brequire|\bimport)\s*\(\s*$/.test(code.slice(Math.max(0, start - 16), start)),
  );
  for (const { value } of paths) at.apply({ kind: "reads", path: inHome(value, at.frame.scope.home) });
  eachCall(code, SINKS.deletes, (start, end) => {
    const own = paths.filter(
      (literal) => literal.start >= start && literal.end <= end && !/^(?:utf-?8|rf?|wb?)$/.test(literal.value),
    );
    const meant = own.length > 0 ? own : paths.filter(({ value }) => /^[/~.*]/.test(value) || value.includes("/"));
    for (const { value } of meant) {
      at.apply({ kind: "deletes", path: activateGlobs(inHome(value, at.frame.scope.home)), recursive: true });
    }
    const home = HOME_MENTION.test(code.slice(start, end));
    const named = own.filter(({ value }) => !/^(?:node:)?(?:os|fs|path|fs\/promises|HOME)$|^~?$/.test(value));
    if (home || (meant.length === 0 && HOME_MENTION.test(code)))
      at.engine.report(named.length > 0 ? "delete-outside" : "delete-home", at.origin);
    else if (meant.length === 0) at.engine.report("delete-unknown", at.origin);
  });
  eachCall(code, SINKS.writes, (start, end) => {
    const [path] = paths.filter((literal) => literal.start >= start && literal.end <= end);
    if (path !== undefined) at.apply({ kind: "writes", path: inHome(path.value, at.frame.scope.home) });
  });
  eachCall(code, SINKS.moves, (start, end) => {
    for (const path of paths.filter((literal) => literal.start >= start && literal.end <= end).slice(0, 1)) {
      at.apply({ kind: "deletes", path: inHome(path.value, at.frame.scope.home), recursive: true });
    }
  });
  eachCall(code, SINKS.copies, (start, end) => {
    for (const path of paths.filter((literal) => literal.start >= start && literal.end <= end).slice(-1))
      at.apply({ kind: "writes", path: inHome(path.value, at.frame.scope.home) });
  });
  eachCall(code, SINKS.opens, (start, end) => {
    const own = literals.filter((literal) => literal.start >= start && literal.end <= end);
    const [path, mode] = own;
    const combined = /^\+?[<>|]{1,2}\s*(.+)$/.exec(path?.value ?? "");
    if (combined !== null && (path?.value ?? "").includes(">")) at.apply({ kind: "writes", path: combined[1] ?? "" });
    else if (mode !== undefined && /^[rwax+bt]*[wax+][rwax+bt]*$|^>/.test(mode.value) && path !== undefined) {
      const target = /^[+<>]*[<>]$/.test(mode.value) ? own[2] : undefined;
      at.apply({ kind: "writes", path: inHome((target ?? path).value, at.frame.scope.home) });
    } else if (path !== undefined && /^\+?>{1,2}$/.test(path.value) && mode !== undefined)
      at.apply({ kind: "writes", path: inHome(mode.value, at.frame.scope.home) });
  });
}

function eachCall(code: Text, pattern: RegExp, visit: (start: number, end: number) => void): void {
  for (const match of code.matchAll(pattern)) {
    const { start, end } = argumentsAt(code, match.index + match[0].length);
    visit(start, end);
  }
}

function networkSinks(code: Text, literals: readonly Literal[], at: CodeSetting, report: (rule: RuleId) => void): void {
  if (!SINKS.network.test(code)) return;
  const hosts = literals
    .map(({ value }) => value)
    .filter(
      (value) =>
        /^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(value) || value === "localhost",
    );
  const targets = hosts.filter(
    (host) => !/\.(?:json|js|ts|py|txt|md|html|css|ya?ml|log|csv)$/i.test(host) || host.includes("://"),
  );
  const local = SINKS.localData.test(code);
  for (const to of targets.length === 0 ? [ANY] : targets)
    at.apply(local ? { kind: "sends", to, data: FILE + ENVIRONMENT } : { kind: "fetches", from: to });
  const away = targets.some((host) => !/^(?:\w+:\/\/)?(?:localhost|127\.)/.test(host));
  if (SINKS.evaluates.test(code) && away) report("run-download");
  const socket = code.search(SINKS.socket);
  if (SINKS.shellOut.test(code) || (socket !== -1 && SINKS.program.test(code.slice(socket)))) report("remote-shell");
}

const PRINTS =
  /^\s*(?:(?:import|use|require)[^;\n]*[;\n]\s*)*(?:print|puts|say|echo|console\.log|process\.stdout\.write|io\.write|sys\.stdout\.write|p)\b\s*\(?\s*$/;

/** `print('x')` prints x; of anything more complex the output is unknown. */
function printed(code: Text, literals: readonly Literal[]): Text {
  const [only] = literals;
  if (
    literals.length === 1 &&
    only !== undefined &&
    PRINTS.test(code.slice(0, only.start)) &&
    /^\s*\)?\s*[;}]?\s*$/.test(code.slice(only.end))
  )
    return only.value;
  return OUTPUT + shownEnvironment(code);
}

const SHOWS = /\b(?:console\.\w+|print\w*|puts|echo|say|write|dump|var_dump|inspect)\b|(?<![.\w])p\s/;
const WHOLE_ENVIRONMENT =
  /\bprocess\.env\b(?!\s*[.[?])|\bos\.environ\b(?!\s*[.[])|\bENV\.(?:to_h|each|inspect|sort)\b|%ENV\b|\$_ENV\b(?!\[)|\bgetenv\(\s*\)|\bSystem\.getenv\(\)/;
const ONE_VARIABLE =
  /(?:process\.env\.|process\.env\[['"]|environ\[['"]|environ\.get\(['"]|getenv\(['"]|\bENV\[['"]|\$ENV\{['"]?)(\w+)/g;

/** What code prints of the environment: all of it, or a variable with a secret name. */
function shownEnvironment(code: Text): Text {
  const expression = /^\s*(?:process\.env|os\.environ|ENV)\b[\w.[\]'"]*\s*;?\s*$/.test(code);
  if (!expression && !SHOWS.test(code)) return "";
  if (WHOLE_ENVIRONMENT.test(code)) return ENVIRONMENT;
  return [...code.matchAll(ONE_VARIABLE)].some(([, name = ""]) => nameSecrecy(name) === "certain") ? SECRET : "";
}
