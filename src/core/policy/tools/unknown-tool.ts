import { HARMFUL_PROGRAM } from "../../knowledge/harmful-programs.ts";
import { BLOCK_DEVICE } from "../../knowledge/system-places.ts";
import { ANY, FILE, holds, isKnown, SECRET_HOLES, type Text } from "../values/abstract-text.ts";
import { couldBe, hasGlob } from "../values/globs.ts";
import { resolveNames } from "./command-names.ts";
import type { Effect, Guess } from "./effect.ts";
import { acts, reads, writes } from "./effect.ts";
import { givenScripts, loaded } from "./loaded-code.ts";
import type { Knowledge } from "./tool-shape.ts";
import { verbGuesses } from "./verb-guesses.ts";

/** Programs that an unknown tool probably runs when it gets their name. */
const TELLING = new RegExp(`^(?:.*/)?${HARMFUL_PROGRAM}$`);
/** A pattern that begins with a path to programs may be one of them. */
const isTelling = (arg: Text): boolean =>
  TELLING.test(arg) || (/^\/.*\/[^/]*$/.test(arg) && hasGlob(arg) && resolveNames(arg).names.length > 0);

/** Options whose value an unknown program would run. */
const RUNS =
  /^--?(?:c|e|x|exec(?:ute)?|command|cmd|run|eval|shell|script|hook|on-[\w-]+|pre[\w-]*|post[\w-]*|callback|handler|action|call)$/;
/** Options that name where an unknown program writes. */
const WRITES =
  /^(?:-o|-O|--out(?:put)?(?:-(?:file|dir|directory|path))?|--dest(?:ination)?|--target(?:-dir(?:ectory)?)?|--save(?:-to)?|--log-?file|--write|--install-dir|--prefix|--destdir|--install-prefix|--outdir|--out-dir)$/;
/** Options whose value is only a text: a name to look for, a message. */
const SAYS =
  /^(?:-[kmtgqs]|--?(?:grep|message|msg|title|body|filter|search|query|name|test[\w-]*|description|text|label|pattern|match|regexp?|subject|summary|comment|note|tag|header|prompt))$/;
/** Programs that show, speak or look at the text they are given. */
const SHOWS =
  /^(?:cowsay|cowthink|figlet|toilet|say|espeak(?:-ng)?|spd-say|notify-send|boxes|lolcat|banner|gum|glow|whiptail|logger|wall|write|osd_cat|xmessage|shellcheck|shfmt|bashate|checkbashisms|explainshell|aichat|llm|claude|codex|gemini|aider|ollama|trans|todo|task|jrnl|nb|qrencode|wl-copy|xclip|xsel|pbcopy|tree-sitter|nacre|wordcount|aspell|hunspell|\[|test|expr|mocha|pytest|phpunit|rspec|ctest|behat|cucumber|robot|bats|gtest.*|[\w-]*[-_]?test(?:s|er)?)$/;
/** Programs that only look at disks. */
const LOOKS = /^(?:smartctl|udevadm|blockdev|lsblk|blkid|hwinfo|inxi|lshw|iostat|fio|findfs|partx|dumpe2fs|isoinfo)$/;
const DEVICE = new RegExp(`^${BLOCK_DEVICE}`);
/** The directory below the root that a path leads through, and the rest. */
const BELOW_ROOT = /^(\/[^/]+\/)(.*)$/s;
const REMOTE = /^[a-z][a-z0-9+.-]*:\/\/[\w[]|^(?:\w+:)?[\w.-]+@[\w-]+(?:\.[\w-]+)+:|^\w+:[\w-]+(?:\.[\w-]+)+:/i;

/** Addresses of files, of memory and of what an engine has packed. */
const LOCAL =
  /^(?:sqlite3?|duckdb|file|memory|mem|jar|npm|workspace|bun|node|oci-layout|docker-daemon|dir|res|user|assets?|classpath|resource|package|data|inmemory|unix):\/\//i;

/** Commands among the arguments of an unknown program: a harmful program's name with what follows, or the value of an option that runs it. */
export function carriedCommands(args: readonly Text[]): readonly Guess[] {
  const at = args.findIndex(isTelling);
  const tail = args.slice(at).filter((arg, index) => index !== 1 || arg !== "--");
  const values = args.flatMap((arg, index): readonly Guess[] => {
    const value = runValue(arg, args[index + 1]);
    return value !== undefined && isKnown(value) && /[\s/]/.test(value) ? [{ code: value }] : [];
  });
  return [...(at === -1 ? [] : [{ argv: tail }]), ...values.slice(0, 4)];
}

/** The value of an option that an unknown program would run: behind its `=`, or the next argument. */
function runValue(arg: Text, next: Text | undefined): Text | undefined {
  const glued = /^(--?[\w-]+)=(.*)$/s.exec(arg);
  if (glued !== null && RUNS.test(glued[1] ?? "")) return glued[2];
  return RUNS.test(arg) ? next : undefined;
}

/** Files an unknown program is told to write. */
function namedOutputs(args: readonly Text[]): readonly Text[] {
  return args.flatMap((arg, index) => {
    const glued = /^(--?[\w-]+)=(.*)$/s.exec(arg);
    if (glued !== null) return WRITES.test(glued[1] ?? "") ? [glued[2] ?? ""] : [];
    const next = args[index + 1];
    return WRITES.test(arg) && next !== undefined && !next.startsWith("-") ? [next] : [];
  });
}

/** The value inside an argument: what stands behind `--option=`, `key=`, `@` or `scheme:` when that is a path. */
const valueOf = (arg: Text): Text =>
  /^(?:--?[\w.-]+=|[\w.-]+=)?(?:@|file:\/\/|\w+:(?=~|\/(?!\/)))?(.+)$/s.exec(arg)?.[1] ?? arg;

/**
 * A word that names a stored secret is a read, whatever the tool: as it stands, behind a short option, or as a value. The
 * table tells what the words of `spared` mean, or they belong to a command that the tool runs.
 */
export function namedSecrets(args: readonly Text[], spared: readonly Text[]): readonly Effect[] {
  const texts = new Set(spared);
  const paths = args.flatMap((arg) => (texts.has(arg) ? [] : [arg, valueOf(arg), gluedTo(arg)]));
  return paths
    .filter((path) => MAY_BE_PATH.test(path) && path.length < 400 && !texts.has(path) && !path.startsWith("/dev/"))
    .map((path) => ({ kind: "reads", path, unseen: true }) as const);
}

const MAY_BE_PATH = /^[^-\s]\S*$/;

/** The path behind a short option: `-f/etc/x`. */
const gluedTo = (arg: Text): Text => /^-\w([/~.].*)$/s.exec(arg)?.[1] ?? "";

/** Texts that a program might run: everything it is given that is not plainly a message. */
const runnableTexts = (args: readonly Text[]): readonly Text[] =>
  args.filter(
    (arg, index) => /\s/.test(arg) && !SAYS.test(args[index - 1] ?? "") && !SAYS.test(arg.split("=")[0] ?? ""),
  );

/** A harmful program's name and what follows it, as one command. */
const tailOf = (args: readonly Text[]): readonly Effect[] => {
  const at = args.findIndex(isTelling);
  return at === -1 ? [] : [{ kind: "carries", text: args.slice(at).join(" ") }];
};

/** Source code an unknown interpreter is given. */
const codeOf = (args: readonly Text[]): readonly Effect[] =>
  args.flatMap((arg, index) => {
    const glued = /^--?(?:eval|expr|exec|execute|run|code)[:=](.+)$/s.exec(arg)?.[1];
    const text = glued ?? (/^(?:-e|-c|-E|--?eval|--expr|--exec|eval)$/.test(arg) ? (args[index + 1] ?? "") : "");
    return /[("']/.test(text) ? [{ kind: "code", text, language: "other" } as const] : [];
  });

/** Machines elsewhere that an option names: a domain, not a file. */
const HOSTS =
  /^--?(?:H|h|i|ip|host(?:name)?|server|url|uri|endpoint|remote|address|addr|api|broker|bootstrap-servers?|target-host|upstream|proxy|registry|dsn|connect)$/;
/** The end of a domain's name, and ends of file names that look like one. */
const DOMAIN =
  /\.(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|dev|app|cloud|tech|online|site|xyz|internal|local|lan|corp|home|example|test|invalid|arpa)(?::\d+)?$/i;
const FILE_NAME = /\.(?:gz|xz|md|py|js|ts|rb|go|rs|cc|db|sh|so|pl|ps|h5)$/i;
/** A whole domain as an operand: `.com` and its kin are no ends of file names, the others need a name in front of them. */
const OPERAND_HOST =
  /^(?:[\w-]+\.)+(?:com|edu|gov|mil|example)(?::\d+)?$|^(?:[\w-]+\.){2,}(?:org|net|io|dev|cloud)(?::\d+)?$/i;
/** The number of a machine; this one's own, and those to listen on, are none. */
const ADDRESS = /^(?!0\.|127\.)(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?$/;
const namedHosts = (args: readonly Text[]): readonly Effect[] =>
  args.flatMap((arg, index) => {
    const before = args[index - 1] ?? "";
    const value = hostValue(arg, before) || (!before.startsWith("-") && OPERAND_HOST.test(arg) ? arg : "");
    if (ADDRESS.test(value)) return [{ kind: "fetches", from: value } as const];
    return /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?$/i.test(value) && DOMAIN.test(value) && !FILE_NAME.test(value)
      ? [{ kind: "fetches", from: value } as const]
      : [];
  });

function hostValue(arg: Text, before: Text): Text {
  const glued = /^(--?[\w-]+)=(.*)$/s.exec(arg);
  if (HOSTS.test(glued?.[1] ?? "")) return glued?.[2] ?? "";
  return HOSTS.test(before) ? arg : "";
}

/** Arguments that look like source code: a call with a string. */
const spokenCode = (args: readonly Text[]): readonly Effect[] =>
  args
    .filter((arg, index) => /\w\(\s*["'`]/.test(arg) && !SAYS.test(args[index - 1] ?? ""))
    .slice(0, 4)
    .map((text) => ({ kind: "code", text, language: "other" }) as const);

/** Words by which a program is told to change what it is given. */
const CHANGES =
  /^(?:--?(?:delete|remove|wipe|erase|purge|overwrite|force-delete|rdN|dN|deleteduplicates|shred|dedupe)|--set|--write|--grant|--in-?place|set|restore|restfs|extract|unpack|--extract)$/;

const before = (word: Text, args: readonly Text[]): Text => args[args.indexOf(word) - 1] ?? "";

/** Whole paths among the operands, and those from here that are no value of an option. */
const changedPaths = (args: readonly Text[], operands: readonly Text[]): readonly Text[] =>
  operands.filter(
    (value) => /^[/~]/.test(value) || (/^[^-\s]\S*\/|^\.\.?$/.test(value) && !isOptionValue(before(value, args))),
  );
const isOptionValue = (option: Text): boolean => /^-[^=]*$/.test(option) && !CHANGES.test(option);

/** The guesses about a call, as far as the rows of its tool do not reach. */
export function guessed(knows: Knowledge, name: string, args: readonly Text[]): readonly Effect[] {
  if (knows === "verbs") return burdens(name, args);
  return knows === "usual" ? placements(args) : [];
}

/** Guesses for a tool whose verbs are known: an argument may still name a secret or carry a command. */
const burdens = (name: string, args: readonly Text[]): readonly Effect[] => [
  ...args
    .map(valueOf)
    .flatMap((value) => (/^[/~]\S+$/.test(value) && !value.startsWith("/dev/") ? [reads(value)] : [])),
  ...runnableTexts(args.includes("--") ? args.slice(0, args.indexOf("--")) : args).map(
    (text) => ({ kind: "carries", text }) as const,
  ),
  ...tailOf(args),
  ...placements(args),
  ...givenScripts(name, args),
];

/** A whole path, or one that goes up by more than one directory. */
const LEADS_AWAY = /^[/~]|(?:^|\/)\.\.\/+\.\.(?:\/|$)/;

/** Guesses from options that mean the same in every tool: where it writes, and what it loads. */
const placements = (args: readonly Text[]): readonly Effect[] => [
  ...namedOutputs(args)
    .filter((path) => LEADS_AWAY.test(path))
    .map((path) => writes(path)),
  ...loaded(args),
];

/** Whether a path is a disk's, or a pattern that may be. */
function mayBeDevice(path: Text): boolean {
  const [, top = "", rest = ""] = BELOW_ROOT.exec(path) ?? [];
  return couldBe(top, "/dev/") && (DEVICE.test(`/dev/${rest}`) || hasGlob(rest));
}

/** What an unknown program does with the disk, the machine elsewhere or the file that an operand names. */
function touched(name: string, value: Text): readonly Effect[] {
  if (/\s/.test(value) || value.startsWith("-")) return [];
  if (mayBeDevice(value)) return LOOKS.test(name) ? [] : [acts("disk-tool", value)];
  if (REMOTE.test(value)) return LOCAL.test(value) ? [] : [{ kind: "fetches", from: value }];
  return /^[/~.]|\//.test(value) ? [reads(value)] : [];
}

/** An address in the protocol of mining pools: what connects there keeps the processor busy, whatever its name. */
const POOL = /(?:^|=)stratum2?\+(?:tcp|ssl|tls|udp):\/\//i;
const minesFor = (args: readonly Text[]): readonly Effect[] =>
  args.some((arg) => POOL.test(arg)) ? [acts("exhaust", "the processor, for a mining pool")] : [];

/** Where package managers put the tools of a project: there a program is known by its name, not a script of the project's own. */
const INSTALLED = /(?:^|\/)(?:vendor|node_modules\/\.|\.?venv\/|env\/)\/?bin\/[^/]+$/;

/** What an unknown program does that is called by its path: it is run as a file, and may be a tool all the same. */
export const effectsOfPath = (path: Text, name: string, args: readonly Text[]): readonly Effect[] => [
  { kind: "executes", path, args },
  ...minesFor(args),
  ...(INSTALLED.test(path) && !SHOWS.test(name) ? verbGuesses(name, args) : []),
];

/** The project's file of secrets, as a word or inside one; an example of it holds none. */
const ENV_FILE = /(?:^|[\s'"@/])\.env(?:\.(?!example|sample|template|dist|defaults)\w+)?(?=$|[\s'"])/;

/**
 * A tool that reaches another machine sends the file of secrets that it is given, unless it writes it, and the secret that it
 * is told; so does one whose verb is to send, and one that changes something elsewhere and is given the contents (`x=@.env`).
 */
export const sentSecrets = (effects: readonly Effect[], args: readonly Text[]): readonly Effect[] => {
  // Where the table tells what is sent, that has been judged.
  if (effects.some((effect) => effect.kind === "sends" && effect.data !== "")) return [];
  const given = args.some(
    (arg, index) => ENV_FILE.test(arg) && !arg.includes("://") && !NAMES_FILE.test(args[index - 1] ?? arg),
  );
  const told = args.some((arg) => holds(arg, ...SECRET_HOLES));
  const put = args.some((arg) => /=@(?:\S*\/)?\.env$/.test(arg));
  const reached = effects.filter(reachesOut).map(machineOf);
  if ((told && args[0]?.startsWith("send") === true) || (put && effects.some(changesElsewhere))) reached.push(ANY);
  return given || told || put ? reached.map((to) => ({ kind: "sends", to, data: FILE })) : [];
};

/** The machine that an effect reaches: this one's own is no other. */
function machineOf(effect: Effect): Text {
  if (effect.kind === "fetches") return effect.from;
  return effect.kind === "sends" ? effect.to : ANY;
}

const changesElsewhere = (effect: Effect): boolean =>
  effect.kind === "acts" && (effect.rule === "publish" || effect.rule === "change-remote");

const reachesOut = (effect: Effect): boolean =>
  effect.kind === "fetches" || effect.kind === "sends" || (effect.kind === "acts" && effect.rule === "network");

/** Options that name a file which is written, or read as settings. */
const NAMES_FILE = /^(?:-o|-O|--out\S*|--dest\S*|--target\S*|--save\S*|--write\S*|--[\w-]*env[\w-]*(?:=.*)?)$/i;

/** Guesses about an unknown tool from its arguments alone: secrets, disks, hosts, verbs, carried commands. */
export function suspicions(name: string, args: readonly Text[], stdin: Text): readonly Effect[] {
  const effects: Effect[] = [...minesFor(args), ...namedOutputs(args).map((path) => writes(path))];
  const operands = args.filter((arg, index) => !SAYS.test(args[index - 1] ?? ""));
  effects.push(...operands.flatMap((operand) => touched(name, valueOf(operand))));
  effects.push(...loaded(args), ...givenScripts(name, args), ...namedHosts(args), ...namedSecrets(operands, []));
  effects.push(...sentSecrets(effects, args));
  if (SHOWS.test(name)) return effects;
  if (args.some((arg) => CHANGES.test(arg)))
    for (const path of changedPaths(args, operands)) effects.push(writes(path));
  for (const text of runnableTexts(args)) effects.push({ kind: "carries", text });
  effects.push(...codeOf(args), ...spokenCode(args));
  if (stdin !== "") effects.push({ kind: "carries", text: stdin });
  effects.push(...verbGuesses(name, args));
  return effects;
}
