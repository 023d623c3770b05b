import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, executes, type Language, type Program, reads, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

/** What a `:` command does, by how it is written; the first that fits decides. */
type Command = readonly [RegExp, (value: Text, home: string) => readonly Effect[]];

const placed = (path: Text, home: string): Text => path.replace(/^~(?=\/|$)/, home);
const runsShell = (code: Text): readonly Effect[] => [shell(code)];
const writesPath = (path: Text, home: string): readonly Effect[] => [writes(placed(path, home))];
const runsCode =
  (language: Language) =>
  (text: Text): readonly Effect[] => [{ kind: "code", text, language }];

const COMMANDS: readonly Command[] = [
  [/^(?:sav(?:eas)?|w(?:rite)?|wq|x)!\s+([^\s!]\S*)/, writesPath],
  [
    /(?:^|\|)\s*(?:(?:silent|sil|keepalt|exe(?:cute)?|%|\d+|\$|r(?:ead)?|w(?:rite)?|te(?:rm(?:inal)?)?)[! ]*\s*["']?)*!\s*(.+?)["']?$/s,
    runsShell,
  ],
  [/^te(?:rm(?:inal)?)?\s+(.+)$/s, runsShell],
  [/\bsystem(?:list)?\s*\(\s*["'](.+?)["']\s*[,)]/s, runsShell],
  [/\bjobstart\s*\(\s*\[?["'](.+?)["']/s, runsShell],
  [/\btermopen\s*\(\s*["'](.+?)["']/s, runsShell],
  [/^(?:py3?|pyx|python3?|pydo)\b\s*(.+)$/s, runsCode("python")],
  [/^(?:perl|perldo)\b\s*(.+)$/s, runsCode("perl")],
  [/^(?:ruby|rubydo)\b\s*(.+)$/s, runsCode("ruby")],
  [/^(?:lua|luado|tcl|mz(?:scheme)?)\b\s*(.+)$/s, runsCode("lua")],
  [/^(?:sav(?:eas)?|w(?:rite)?|wq|x|f(?:ile)?|redir\s*>)!?\s+(\S+)/, writesPath],
  [/^(?:so(?:urce)?|ru(?:ntime)?|luafile|pyfile|py3file)!?\s+(\S+)/, (path) => [executes(path)]],
  [
    /^set?\s+(?:shell|makeprg|grepprg|equalprg|formatprg|keywordprg)=(.+)$/s,
    (program) => [shell(program.replaceAll("\\ ", " ")), acts("run-helper")],
  ],
  [/^(?:e(?:dit)?|r(?:ead)?|sp(?:lit)?|tabe(?:dit)?)!?\s+([/~].*)$/, (path, home) => [reads(placed(path, home))]],
];

/** An editor command line: what it runs, writes and reads. */
function exCommand(command: Text, home: string): readonly Effect[] {
  const text = command.replace(/^\+/, "").replace(/^\s*:*\s*/, "");
  for (const [pattern, effects] of COMMANDS) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) return effects(value, home);
  }
  return [];
}

export const VIM_OPTIONS =
  "-c: -S: -w: -W: -u: -U: -i: -T: --cmd: --startuptime: --listen: --remote-send: --remote-expr: -t: -q: -r:";

/** The commands that vim is given, and the files of commands. */
export const vim: Program = ({ args, stdin, scope }) => {
  const options = readOptions(args, VIM_OPTIONS);
  const commands = [
    ...options.values("-c", "--cmd", "--remote-send", "--remote-expr"),
    ...options.rest.filter((word) => word.startsWith("+")),
    ...stdin.split("\n"),
  ];
  return [
    ...commands.flatMap((command) => exCommand(command, scope.home)),
    ...options
      .values("-S", "-u", "-U")
      .filter((path) => !/^(?:NONE|NORC|DEFAULTS|\d+)$/.test(path))
      .map((path) => executes(path)),
  ];
};

/** Every line of standard input is a command. */
export const ed: Program = ({ stdin }) =>
  stdin.split("\n").flatMap((line) => {
    const code = /^\s*(?:[\d,.$%]*[rw]?\s*)?!(.+)$/.exec(line)?.[1];
    if (code !== undefined) return [shell(code)];
    const [, letter = "", path] = /^\s*[\d,.$%]*([wWreE])\s+(\S+)/.exec(line) ?? [];
    if (path === undefined) return [];
    return [/w/i.test(letter) ? writes(path) : reads(path)];
  });
