import { assertNever } from "../../base/assert-never.ts";
import { SCRIPT_FILE } from "../../knowledge/shell-names.ts";
import { BLOCK_DEVICE } from "../../knowledge/system-places.ts";
import { spokenCommands } from "../code/commands-in-text.ts";
import { languageOf } from "../code/languages.ts";
import { scanCode } from "../code/scan-code.ts";
import { type Effect, runs } from "../tools/effect.ts";
import { isNacre } from "../tools/run/nacre-commands.ts";
import {
  ANY,
  CODE_HOLES,
  ENDLESS,
  FOREIGN_HOLES,
  FULL,
  holds,
  holesOf,
  isKnown,
  LOCAL_HOLES,
  OUTPUT,
  replaceHoles,
  SECRET_HOLES,
  type Text,
} from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import { mayKeepFiles } from "../values/shell-variables.ts";
import { followedPaths, type LinkAtEnd } from "../zones/followed-paths.ts";
import { hostKindOf } from "../zones/hosts.ts";
import type { Ground } from "../zones/judged-place.ts";
import { holdsStores, secrecyOf } from "../zones/secrecy.ts";
import { resolvePath, type Zone, zoneOf } from "../zones/zones.ts";
import { writtenText } from "./code-in-files.ts";
import { possibleTexts } from "./possible-outputs.ts";
import type { Engine, Frame, Origin } from "./walk-types.ts";
import { ACCESS, CREATES, DELETES, WRITES, type ZoneRules } from "./zone-rules.ts";

/** Where an effect happens. */
export type Setting = {
  readonly engine: Engine;
  readonly frame: Frame;
  readonly origin: Origin;
  readonly ground: Ground;
  readonly environment: ReadonlyMap<string, readonly Text[]>;
  readonly contentOf: (path: Text) => Text;
};

type Of<Kind extends Effect["kind"]> = Extract<Effect, { readonly kind: Kind }>;

/** What a nested command would print; `undefined` when nothing was run. */
export type Applied = Text | undefined;

/** Says what the rules say of one effect, and goes on into what it runs. */
export function applyEffect(effect: Effect, at: Setting): Applied {
  if (effect.kind === "runs") return ran(effect, at);
  if (effect.kind === "code") return coded(effect, at);
  if (effect.kind === "executes") return ranFile(effect, at);
  if (effect.kind === "prints") return effect.text;
  judged(effect, at);
  return undefined;
}

function judged(effect: Exclude<Effect, Of<"runs" | "code" | "executes" | "prints">>, at: Setting): void {
  switch (effect.kind) {
    case "deletes":
      return deleted(effect.path, at);
    case "writes":
      return written(effect, at);
    case "links":
      return linked(effect, at);
    case "creates":
      return created(effect.path, at);
    case "opens-access":
      return onPaths(pathsOf(effect.path, at), at, ACCESS);
    case "reads":
      return read(effect, at);
    case "works":
      return worked(effect, at);
    case "fetches":
    case "sends":
      return reached(effect, at);
    case "acts":
      return at.engine.report(effect.rule, at.origin, effect.detail);
    case "carries":
      return carried(effect.text, at);
    default:
      return assertNever(effect);
  }
}

const deeper = (frame: Frame, contained: boolean | undefined, stdin?: Text): Frame => ({
  ...frame,
  started: true,
  depth: frame.depth + 1,
  contained: frame.contained || contained === true,
  stdin: stdin ?? frame.stdin,
});

const pathsOf = (path: Text, at: Setting, end?: LinkAtEnd): readonly Text[] =>
  path === "" ? [] : followedPaths(path, at.frame.scope, end);

function onPaths(paths: readonly Text[], at: Setting, rules: ZoneRules): void {
  if (at.frame.contained) return;
  for (const resolved of paths) {
    const rule = rules[zoneOf(resolved, at.ground)];
    if (rule !== undefined) at.engine.report(rule, at.origin, isKnown(resolved) ? resolved : undefined);
  }
}

function deleted(path: Text, at: Setting): void {
  const paths = pathsOf(path, at, "itself");
  onPaths(paths, at, DELETES);
  for (const resolved of paths) at.frame.scope.files.remove(resolved);
}

function created(path: Text, at: Setting): void {
  if (at.frame.endless || path.includes(ENDLESS)) at.engine.report("exhaust", at.origin);
  onPaths(pathsOf(path, at), at, CREATES);
}

const AWAY: ReadonlySet<Zone> = new Set(["home", "home-root", "outside", "vital", "startup"]);

function worked({ directory }: Of<"works">, at: Setting): void {
  for (const resolved of pathsOf(directory ?? ".", at)) {
    if (AWAY.has(zoneOf(resolved, at.ground)) && !at.frame.contained) at.engine.report("work-outside", at.origin);
  }
}

function ran({ argv, stdin: given, contained, given: assigned }: Of<"runs">, at: Setting): Text {
  const { origin, frame } = at;
  const environment = assigned === undefined ? at.environment : new Map([...at.environment, ...assigned]);
  const stdin = given ?? frame.stdin;
  return at.engine.run({ argv, environment, redirects: [], stdin, origin }, deeper(frame, contained, stdin));
}

/** A text that is a denied command is denied; one that only mentions such a command may be read in another way. */
function carried(text: Text, at: Setting): void {
  const denied = spokenCommands(text).filter((code) => at.engine.wouldDeny({ code }, at.frame, at.origin));
  if (denied.length > 0) at.engine.report("run-hidden", at.origin);
  const [whole = ""] = denied.filter(
    (code) => text.trimEnd().endsWith(code) && LEADS_TO_COMMAND.test(text.slice(0, text.lastIndexOf(code))),
  );
  if (whole !== "") coded({ kind: "code", text: whole, language: "shell" }, at);
}

/** What stands before a command that is a value: an option or a setting and its sign, or the sign of a shell. */
const LEADS_TO_COMMAND = /^(?:--?[\w:.-]+[=:]|[\w:.-]+=|\w+:)?\s*[!};]*\s*(?:run\s+)?$/;

function written(effect: Of<"writes">, at: Setting): void {
  const { path, content = OUTPUT, append = false, sure = false } = effect;
  if (path === "-") return;
  const paths = pathsOf(path, at, endOf(effect));
  onPaths(paths, at, WRITES);
  if (holds(path + content, ENDLESS) || (append && at.frame.endless)) exhausts(path, at);
  // What another process writes may be written later than what comes behind it runs.
  const replaced = sure && paths.length === 1 && !at.frame.forked && !mayKeepFiles(at.frame.scope);
  for (const resolved of paths) {
    if (zoneOf(resolved, at.ground) === "network")
      reached({ kind: "sends", to: networkHost(resolved), data: content }, at);
    else at.frame.scope.files.put(resolved, { contents: possibleTexts(content), append, sure: replaced });
  }
}

const endOf = ({ renews }: Of<"writes">): LinkAtEnd => (renews === true ? "itself" : "through");

function linked({ path, target, from }: Of<"links">, at: Setting): void {
  if (at.frame.contained) return;
  const { cwd, files } = at.frame.scope;
  // What nothing is known of leads somewhere: a link to nothing cannot be made.
  const known = replaceHoles(target, "") === "" ? FULL : target;
  for (const link of pathsOf(path, at, "itself"))
    for (const place of from === "link" ? [resolvePath("..", link)] : cwd) files.link(link, resolvePath(known, place));
}

/** Something without end goes to a file. A device that swallows it does not mind; the processor does, in the background. */
function exhausts(path: Text, at: Setting): void {
  if (at.frame.forked || pathsOf(path, at).some((resolved) => zoneOf(resolved, at.ground) !== "quiet"))
    at.engine.report("exhaust", at.origin);
}

const networkHost = (path: Text): Text => path.split("/")[3] ?? ANY;

function read(effect: Of<"reads">, at: Setting): void {
  if (at.frame.contained || effect.path === "-" || effect.path === "") return;
  for (const path of pathsOf(effect.path, at)) {
    if (zoneOf(path, at.ground) === "network") reached({ kind: "fetches", from: networkHost(path) }, at);
    if (effect.recursive === true && (isSweeping(path, at.ground) || holdsStores(path, at.ground)))
      at.engine.report("read-home", at.origin);
    readSecret({ ...effect, path }, at);
  }
}

function readSecret({ path, unseen }: Of<"reads">, at: Setting): void {
  const secrecy = secrecyOf(path, at.ground);
  const detail = isKnown(path) ? path : undefined;
  if (secrecy === "stored") at.engine.report("read-secret", at.origin, detail);
  else if (zoneOf(path, at.ground) === "device" && DISK.test(path)) at.engine.report("read-secret", at.origin, path);
  else if (secrecy === "local" && unseen !== true && at.frame.scope.files.ownContent(path) === undefined)
    at.engine.report("read-workspace-secret", at.origin, detail);
}

/** A disk read past its file system shows every file on it. */
const DISK = new RegExp(`^${BLOCK_DEVICE}`);

/** Whole homes and the root of everything; `/usr/include` is no secret. */
function isSweeping(path: Text, ground: Ground): boolean {
  const zone = zoneOf(path, ground);
  if (zone !== "home-root" && zone !== "vital") return false;
  return (
    path === "/" ||
    path === ground.home ||
    ground.home.startsWith(`${path}/`) ||
    /^\/(?:etc|root|home|Users)(?:\/[^/]*)?$/.test(path)
  );
}

function reached(effect: Of<"fetches" | "sends">, at: Setting): void {
  const target = effect.kind === "sends" ? effect.to : effect.from;
  const kind = hostKindOf(target, at.ground.hosts);
  if (kind === "look-alike") at.engine.report("look-alike", at.origin);
  if (kind === "metadata") at.engine.report("cloud-metadata", at.origin);
  if (kind === "loopback" || (kind === "documents" && effect.kind === "fetches" && isKnown(target))) return;
  if (kind === "listed" && !holds(target + (effect.kind === "sends" ? effect.data : ""), ...SECRET_HOLES)) return;
  const data = effect.kind === "sends" ? effect.data : "";
  const host = isKnown(target) ? target.slice(0, 80) : undefined;
  if (holds(data + target, ...LOCAL_HOLES)) at.engine.report("leak", at.origin, host);
  else if (kind !== "registry") at.engine.report("network", at.origin, host);
}

/** What another shell knows of this one's. */
function anotherShell({ frame, environment }: Setting): Scope {
  const fork = frame.scope.fork();
  fork.enterOtherShell(environment);
  return fork;
}

function coded(effect: Of<"code">, at: Setting): Applied {
  if (effect.language === "shell") {
    const scope = anotherShell(at);
    const inner = { ...deeper(at.frame, effect.contained), scope, started: false, exits: [], returned: undefined };
    if (effect.positionals !== undefined) {
      scope.positionals = [effect.positionals.slice(1)];
      scope.set("0", effect.positionals.slice(0, 1));
    }
    const output = at.engine.code(effect.text, inner, at.origin);
    at.frame.scope.keepFiles(scope);
    return output;
  }
  return scanCode(effect.text, effect.language, {
    ...at,
    apply: (inner) => applyEffect(inner, { ...at, frame: deeper(at.frame, effect.contained) }),
  });
}

/** A file is executed: what the script put there, or what lies at that place. */
function ranFile(effect: Of<"executes">, at: Setting): Applied {
  const { files } = at.frame.scope;
  for (const resolved of pathsOf(effect.path, at).flatMap((path) => meantFiles(path, at))) {
    const contents = files.contents(resolved);
    if (isNacre(resolved)) applyEffect(runs(["nacre", ...effect.args]), at);
    if (contents === undefined && !at.frame.contained) ranFound(effect.path, resolved, at);
    for (const content of contents ?? files.broughtAbove(resolved)) ranWritten(effect, { resolved, content }, at);
  }
  return OUTPUT + holesOf(at.frame.stdin);
}

/** A path that is known only in part may be any file that was written there. */
const meantFiles = (path: Text, { frame: { scope } }: Setting): readonly Text[] =>
  scope.fileContent(path) === undefined ? [path, ...scope.files.meantBy(path)] : [path];

type WrittenFile = { readonly resolved: Text; readonly content: Text };

function ranWritten({ path, args, language }: Of<"executes">, { resolved, content }: WrittenFile, at: Setting): void {
  const entered = at.frame.calls.filter((call) => call === resolved).length;
  const multiplies = entered > 0 && at.frame.forked;
  if (multiplies) at.engine.report("fork-bomb", at.origin);
  // A file that starts itself is read once more: it may do so with other arguments.
  if (multiplies || entered > 1) return;
  const frame = { ...deeper(at.frame, false), calls: [...at.frame.calls, resolved], scope: at.frame.scope.fork() };
  frame.scope.positionals = [args];
  frame.scope.set("0", [path]);
  const isChannel = resolved.startsWith("/dev/fd/");
  if (isChannel && holds(content, ...CODE_HOLES)) at.engine.report("run-unknown-code", at.origin);
  const text = isChannel ? content : writtenText(content);
  if (text === "") return;
  coded({ kind: "code", text, language: language ?? languageOf(resolved, content) }, { ...at, frame });
}

/** Directories in which installed tools lie. */
const TOOLS_PLACE = /\/(?:bin|shims|libexec|sdk|\.[a-z]+)\//;

function ranFound(path: Text, resolved: Text, at: Setting): void {
  const zone = zoneOf(resolved, at.ground);
  const inHome = zone === "home" && !TOOLS_PLACE.test(resolved);
  const isScriptOutside = zone === "outside" && SCRIPT_FILE.test(resolved) && !TOOLS_PLACE.test(resolved);
  if (zone === "temp" || zone === "temp-root" || inHome || isScriptOutside)
    at.engine.report("run-foreign", at.origin, isKnown(resolved) ? resolved : undefined);
  if (holds(path, ...FOREIGN_HOLES)) at.engine.report("run-download", at.origin);
}
