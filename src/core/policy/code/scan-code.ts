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
import { commandTexts, type Source } from "./commands-in-code.ts";
import { readsAsCommand } from "./commands-in-text.ts";
import { commandLists, isFileName, startsHarmful, tablesOf } from "./data-in-code.ts";
import { evaluatedBy } from "./evaluated-code.ts";
import { HOME_MENTION, inHome } from "./home-in-code.ts";
import { argumentsAt, completed, type Literal, literalsOf, MAKES_TEXT } from "./literals.ts";
import { linksMade, pathsByName, pathsTold } from "./paths-of-calls.ts";
import { scanAwk } from "./scan-awk.ts";
import { SINKS } from "./sink-patterns.ts";
import { subjectOf, temporaryNames } from "./temporary-names.ts";

const MAX_SOURCE = 64 * 1024;

/** Languages in which a carriage return ends no line. In the others it ends one, also that of a comment. */
const RETURN_IS_BLANK: readonly Language[] = ["perl", "ruby", "awk"];

/** Scans source code of an interpreter for a short list of sinks. Returns what the code would print. */
export function scanCode(code: Text, language: Language, at: CodeSetting): Text {
  const report = (rule: RuleId): void => at.engine.report(rule, at.origin);
  if (code.length > MAX_SOURCE) report("too-long");
  const read = code.slice(0, MAX_SOURCE);
  const text = RETURN_IS_BLANK.includes(language) ? read : read.replaceAll(/\r\n?/g, "\n");
  judgeHoles(text, report);
  if (language === "awk") return scanAwk(text, at);
  const source = { code: text, literals: literalsOf(text, language), language };
  runSinks(source, at);
  nestedCode(source, at);
  fileSinks(source, at);
  networkSinks(source, at);
  if (language === "other") at.apply({ kind: "carries", text });
  for (const rule of codeFacts(text)) report(rule);
  return printed(source);
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
function runSinks(source: Source, at: CodeSetting): void {
  const { code, literals } = source;
  const shellText = (text: Text): void => void at.apply({ kind: "code", text, language: "shell" });
  for (const text of commandTexts(source)) shellText(text);
  const sink = SINKS.run.test(code);
  if (!sink && !SINKS.veiled.test(code)) return;
  const run = literals.filter((literal) => isKnown(literal.value) || isArgument(literal, code));
  for (const list of commandLists(code, run)) {
    if (sink || startsHarmful(list))
      runsList(
        list.map(({ value }) => value),
        at,
      );
    for (const { value } of list.filter((literal) => isCommand(literal, code))) shellText(value);
  }
  for (const text of madeTexts(source)) if (readsAsCommand(text)) shellText(text);
  eachCall(code, SINKS.calls, (start, end) => {
    const own = literals.filter((literal) => literal.start >= start && literal.end <= end).map(({ value }) => value);
    const argv = REMOVERS.test(own[0] ?? "") ? [...own, ...unsaid(code.slice(start, end), at.frame)] : own;
    runsList(argv, at);
  });
  const called = SINKS.run.test(code.replace(/import[^;\n]*/g, ""));
  if ((sink && literals.length === 0 && called) || SINKS.runsInput.test(code))
    at.engine.report("run-unknown-code", at.origin);
}

/** Texts for a shell that the code puts together of a literal and of values. */
const madeTexts = ({ code, literals }: Source): readonly Text[] =>
  literals.flatMap((literal) => {
    const whole = isArgument(literal, code) ? completed(literal, code) : literal.value;
    return whole === literal.value ? [] : [whole];
  });

/** Whether a literal is an argument of a call that runs it: one that is not all known counts only there. */
function isArgument({ start }: Literal, code: Text): boolean {
  const before = code.slice(Math.max(0, start - 60), start);
  return SINKS.runsText.test(before.replace(MAKES_TEXT, "")) || /["']-c["']\s*,\s*$/.test(before);
}

/** A list of words is a command with arguments. Beside what only may call something, `getattr(x, name)`, a harmful one. */
const runsList = (argv: readonly Text[], at: CodeSetting): void =>
  void (argv.length > 1 && at.apply({ kind: "runs", argv }));

const isCommand = (literal: Literal, code: Text): boolean =>
  readsAsCommand(literal.value) || isCommandName(literal, code);

/** A command without arguments, given to a call that runs it. */
const isCommandName = (literal: Literal, code: Text): boolean =>
  /^\s*[\w.-]+\s*$/.test(literal.value) && isArgument(literal, code);

/** Programs whose unknown arguments matter too: they delete, move or open up what they are given. */
const REMOVERS = /^(?:\/(?:usr\/)?bin\/)?(?:rm|rmdir|unlink|shred|truncate|mv|chmod|chown)$/;

/** Arguments of a call that are not literals: the home directory where the code names it, else any text. */
function unsaid(call: Text, frame: Frame): readonly Text[] {
  if (HOME_MENTION.test(call)) return [frame.scope.home];
  return /[,[(]\s*[A-Za-z_$][\w.]*\s*[,)\]]/.test(withoutLiterals(call)) ? [ANY] : [];
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
function nestedCode({ code, literals, language }: Source, at: CodeSetting): void {
  const depth = at.frame.calls.filter((call) => call === "code").length;
  if (depth >= MAX_NESTED) return;
  const inner = { ...at, frame: { ...at.frame, calls: [...at.frame.calls, "code"] } };
  const { files, isUnknown } = evaluatedBy({ code, literals, language });
  if (isUnknown) at.engine.report("run-unknown-code", at.origin);
  for (const path of files) at.apply({ kind: "executes", path: inHome(path, at.frame.scope.home), args: [], language });
  const evaluates = SINKS.veiled.test(code) || SINKS.evaluates.test(code);
  const tables = tablesOf(code);
  for (const { value, start } of literals.slice(0, 20)) {
    if (value.length > 8 && evaluates && /[;(]/.test(value)) scanCode(value, language, inner);
    if (tables.some((table) => start >= table.start && start < table.end)) continue;
    if (ONLY_SHOWS.test(code) || onlyMeasures(code, language) || isFileName(value) || !readsAsCommand(value)) continue;
    if (at.engine.wouldDeny({ code: value }, at.frame, at.origin)) at.engine.report("run-hidden", at.origin);
  }
}

const isPathLike = (text: Text): boolean => text !== "" && text.length < 400 && !/[\n;|<>]|:\/\//.test(text);

function fileSinks({ code, literals }: Source, at: CodeSetting): void {
  const paths = literals.filter(
    ({ value, start }) =>
      isPathLike(value) && !/(?:\brequire|\bimport)\s*\(\s*$/.test(code.slice(Math.max(0, start - 16), start)),
  );
  for (const { value } of paths) {
    const known = isKnown(value.slice(value.lastIndexOf("/") + 1));
    if (known) at.apply({ kind: "reads", path: inHome(value, at.frame.scope.home) });
  }
  const named = pathsByName(code, paths);
  const temporary = temporaryNames(code);
  const mentionsHome = HOME_MENTION.test(code);
  eachCall(code, SINKS.deletes, (start, end) => {
    if (temporary.includes(subjectOf(code, start, end))) return;
    const own = paths.filter(
      (literal) => literal.start >= start && literal.end <= end && !/^(?:utf-?8|rf?|wb?)$/.test(literal.value),
    );
    for (const path of unquotedPaths(code.slice(start, end)))
      at.apply({ kind: "deletes", path: activateGlobs(inHome(path, at.frame.scope.home)), recursive: true });
    const meant = own.length > 0 ? own : paths.filter(({ value }) => /^[/~.*]/.test(value) || value.includes("/"));
    for (const { value } of meant) {
      at.apply({ kind: "deletes", path: activateGlobs(inHome(value, at.frame.scope.home)), recursive: true });
    }
    const home = HOME_MENTION.test(code.slice(start, end));
    const named = own.filter(({ value }) => !/^(?:node:)?(?:os|fs|path|fs\/promises|HOME)$|^~?$/.test(value));
    if (home || (meant.length === 0 && mentionsHome))
      at.engine.report(named.length > 0 ? "delete-outside" : "delete-home", at.origin);
    else if (meant.length === 0) at.engine.report("delete-unknown", at.origin);
  });
  eachCall(code, SINKS.writes, (start, end) => {
    const told = pathsTold(code, start, { paths, named });
    const own = paths.filter((literal) => literal.start >= start && literal.end <= end).slice(0, 1);
    for (const path of told.length > 0 ? told : own)
      at.apply({ kind: "writes", path: inHome(path.value, at.frame.scope.home) });
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
  for (const link of linksMade(code, { paths, named }, at.frame.scope.home)) at.apply(link);
  eachCall(code, SINKS.opens, (start, end) => {
    const own = literals.filter((literal) => literal.start >= start && literal.end <= end);
    const told = pathsTold(code, start, { paths, named });
    for (const opened of told.length > 0 ? told.map((path) => [path, ...own]) : [own]) {
      const path = openedToWrite(opened, at.frame.scope.home);
      if (path !== undefined) at.apply({ kind: "writes", path });
    }
  });
}

/** Paths that a call names without quotes: a glob of perl, the words of tcl, the root of a file system by its name. */
const unquotedPaths = (call: Text): readonly Text[] => [
  ...[...call.matchAll(/<([/~][^<>\n]*)>/g)].map(([, path = ""]) => path),
  ...[...call.matchAll(/(?<=^\s*(?:-\w+\s+)*)[/~][^\s;"'()]*/g)].map(([path]) => path),
  ...(/^\(?\s*os\.root\s*\)?$/.test(call) ? ["/"] : []),
];

/** The file that a call of `open` writes: the mode is a letter, an arrow before the path, or an argument of its own. */
function openedToWrite([path, mode, third]: readonly Literal[], home: string): Text | undefined {
  if (path === undefined) return undefined;
  const combined = /^\+?[<>|]{1,2}\s*(.+)$/.exec(path.value);
  if (combined !== null && path.value.includes(">")) return combined[1] ?? "";
  if (mode === undefined) return undefined;
  if (/^[rwax+bt]*[wax+][rwax+bt]*$|^>/.test(mode.value)) {
    const target = /^[+<>]*[<>]$/.test(mode.value) ? third : undefined;
    return inHome((target ?? path).value, home);
  }
  return /^\+?>{1,2}$/.test(path.value) ? inHome(mode.value, home) : undefined;
}

function eachCall(code: Text, pattern: RegExp, visit: (start: number, end: number) => void): void {
  for (const match of code.matchAll(pattern)) {
    const { start, end } = argumentsAt(code, match.index + match[0].length);
    visit(start, end);
  }
}

function networkSinks({ code, literals }: Source, at: CodeSetting): void {
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
  if (SINKS.evaluates.test(code) && away) at.engine.report("run-download", at.origin);
  const socket = code.search(SINKS.socket);
  if (SINKS.shellOut.test(code) || (socket !== -1 && SINKS.program.test(code.slice(socket))))
    at.engine.report("remote-shell", at.origin);
}

const PRINTS =
  /^\s*(?:(?:import|use|require)[^;\n]*[;\n]\s*)*(?:print|puts|say|echo|console\.log|process\.stdout\.write|io\.write|sys\.stdout\.write|p)\b\s*\(?\s*$/;

/** `print('x')` prints x; of anything more complex the output is unknown. */
function printed({ code, literals }: Source): Text {
  const [only] = literals;
  if (
    literals.length === 1 &&
    only !== undefined &&
    PRINTS.test(code.slice(0, only.start)) &&
    /^\s*\)?\s*[;}]?\s*$/.test(code.slice(only.end))
  )
    return only.value;
  return OUTPUT + (DECODES.test(code) ? DECODED : "") + shownEnvironment(code);
}

/** What turns numbers or other letters into a text: what is printed of it was hidden. */
const DECODES =
  /\bchr\s*\(\s*(?:hex|ord|\d)|\bcodecs\.decode\b|\bpack\s*\(?\s*["']H|b(?:64|32|16)decode|fromhex|unhexlify|fromCharCode|\batob\s*\(|decode_base64|str_rot13/;

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
