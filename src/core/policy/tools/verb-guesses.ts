import type { Text } from "../values/abstract-text.ts";
import { acts, type Effect } from "./effect.ts";
import { isListed } from "./word-list.ts";

/** Verbs that mean the same in every tool, as lists of words. */
type Verbs = {
  readonly alone: string;
  /** Behind a topic: `db:drop`, `hex.publish`. */
  readonly topic: string;
  /** In front of a thing: `delete-bucket`. */
  readonly thing: string;
};

/** By these a tool takes something away for good. */
const DESTROYS: Verbs = {
  alone:
    "delete destroy terminate purge wipe erase nuke downgrade uninstall revoke drop deprovision decommission unpublish undeploy teardown flush flushall flushdb rm-all obliterate yank deregister unregister deallocate rollback revert uncommit strip abandon discard forget evict drain leave truncate force-unlock rm rb bulk-delete batch-delete-*",
  topic: "delete destroy drop purge wipe rollback fresh reset leave unset unpublish undeploy kill uninstall",
  thing: "delete destroy terminate purge remove drop revoke deregister uninstall forget wipe",
};
/** By these it gives something to others. */
const GIVES: Verbs = {
  alone: "publish push deploy redeploy release upload submit send share ship rollout apply gh-deploy",
  topic: "publish deploy upload promote",
  thing: "deploy publish upload submit",
};
/** Verbs that also end a word: `x-publish`, `bucket-delete`. */
const ENDS = /^(?:delete|destroy|publish)$/;
/** Topics under which a tool gives: `release:perform`. */
const GIVING_TOPIC = /^(?:release|deploy|publish):[a-z]/;
/** Verbs that change something elsewhere where the rest of the call names such a thing; with a local tool they are everyday work. */
const CHANGES =
  "create set unset put update edit patch modify add remove rm del stop start restart reboot kill cancel scale merge close reopen comment archive rename transfer fork invite trigger run run-now rerun dispatch exec execute sync suspend resume pause enable disable attach detach bind grant assign rotate reset restore rebuild resize migrate import move mv clear prune empty up down upgrade promote failover reconcile taint cordon invoke register activate deactivate launch provision join tag retag copy cp mutate append";
/** Verbs in front of a thing, behind the name of a service: `iam create-user`. */
const CHANGES_THING =
  /^(?:create|put|update|modify|set|add|attach|detach|change|activate|deactivate|untag|tag|run|start|stop|reboot|restart|send|invoke|execute|authorize|associate|disassociate|register|copy|import|restore|enable|disable|cancel|reset|schedule|transfer|leave|close|resize|rotate)-[a-z][a-z-]*$/;
/** The name of a service; behind these stands a script or a task. */
const SERVICE = /^(?!(?:run|exec|test|task|x)$)[a-z][a-z0-9]+$/;
/** A verb behind its topics: `api:core:messages:create`. */
const TOPIC = /^[a-z-]+(?::[a-z-]+)+$/;
/** Verbs of which the question is whether they were meant: a switch that says yes in advance says that they would have asked. */
const WOULD_ASK =
  "remove rm del stop reset restore rebuild merge archive clear prune empty down cancel close transfer detach upgrade import";
/** Verbs that start or end a thing: a server or a service may be this machine's own. */
const STARTS = "start stop restart run up down launch exec execute kill";

/** Words that say that a call looks, or works on this machine alone. */
const LOOKS =
  "list ls show get describe view status log logs info history diff plan validate lint fmt format help version search inspect explain check verify preview test tests build compile package pack serve dev watch generate gen new init doctor completion completions login whoami dry-run";
/** Those that are no topic of a tool: in front of another verb they say what it is about. */
const LOOKS_FIRST =
  "list ls show get describe view diff plan validate lint fmt format help search inspect explain check verify preview build compile package serve watch generate gen new init";
const ONLY_TRIED =
  /^--?(?:help|dry(?:-?run)?(?:=(?!false|none).*)?|check|list|plan|preview|simulate|what-?if|noop|no-op|no-push|diff|validate-only|local|snapshot)$/i;

/** Whether a call only tries, or asks for help. A version that is given is one to act on: `deploy --version 3`. */
const isTried = (args: readonly Text[]): boolean =>
  args.some((arg, at) => ONLY_TRIED.test(arg) || (arg === "--version" && /^(?:-|$)/.test(args[at + 1] ?? "")));

/** Things that lie elsewhere, as tools name them in front of the verb or behind it. */
const THINGS =
  /^(?:app|application|pr|mr|issue|ticket|vm|instance|droplet|server|cluster|nodepool|node-?group|bucket|secret|user|group|role|polic(?:y|ie)|domain|dns|record(?:-set)?|zone|service|deployment|release|repo|repositor(?:y|ie)|org|team|member|collaborator|subscription|key|api-?key|token|webhook|topic|queue|stack|function|lambda|node|machine|job|pipeline|workflow|variable|cert(?:ificate)?|database|account|customer|charge|refund|payment|invoice|message|campaign|flag|site|channel|firewall|load-?balancer|acl|access|permission|addon|dyno|ps|maintenance|consumer-?group|kustomization|allocation|dag|flow)(?:e?s)?$/;
/** Those that are started and stopped elsewhere alone. */
const MACHINES =
  /^(?:app|vm|instance|droplet|workflow|pipeline|deployment|dyno|ps|stack|site|machine|nodepool|maintenance|job)s?$/;
/** Options that name a part of a service elsewhere. */
const PLACES =
  /^--(?:region|zone|subscription(?:-id)?|resource-group|cluster(?:-name|-id)?|tenant|org(?:anization)?|account(?:-id|-name)?|stage|hosted-zone-id|instance-ids?|bucket|bootstrap-servers?|endpoint(?:-url)?|vault-name|project-id|prod|production|live|repo|api-?key|api-token|distribution-id|stack-name|site-id|app|app-id|app-name)(?:=|$)/;
/** An image in a registry: `ghcr.io/acme/app@sha256:…`. */
const IMAGE = /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\/[\w./-]+(?:[:@]\S+)$/;
/** A word that names what others use: `prod`, `acme-production`, `env=staging`. */
const STAGES = /(?:^|[-_./=:@])(?:prod|production|live|staging)(?:[-_./=:@]|$)/i;
const SAYS_YES =
  /^(?:-y|--yes|--force|--confirm(?:=.*)?|--auto-approve|--no-confirm|--assume-yes|--skip-confirmation)$/;

/** Switches that give or take away by themselves. */
const GIVEN_BY_OPTION =
  /^--?(?:upload|publish|deploy|push|submit|broadcast)(?:-(?:app|package|archive|artifacts?|to))?$/;
const TAKEN_BY_OPTION = /^--(?:delete|destroy|purge|terminate|uninstall|reset-offsets|force-reset)$/;
/** A request that changes what it names. */
const METHOD = /^(?:-X|--(?:method|request))(?:=(.*))?$/s;
/** The beginning of a statement that changes a database. */
const STATEMENT =
  /^\s*(?:\w+=\s*)?mutation\b|\bdb\.(?:\w+\.)?(?:drop|delete|remove|update|insert)\w*\(|^\s*(?:drop\s+\w|truncate\s+\w|delete\s+from\s|alter\s+\w|update\s+\S+\s+set\s|grant\s+\w|revoke\s+\w)/i;
const DATA_FILE = /\.(?:csv|tsv|json|jsonl|parquet|db|sqlite3?|duckdb)$/i;
const SAID_BY = /^(?:-[cefqQ]|--(?:query|command|execute|sql|eval|statement)|query|sql|execute|exec)$/;

/** Verbs that write what a device starts with. */
const FLASHES = /^(?:(?:app|dfu|ota|bootloader)[-_])?flash$|^(?:write|erase|burn)[-_](?:flash|e?fuses?|bootloader)$/;

/** Words that ask a service for a secret: alone, or of a thing that is one. */
const SHOWS_SECRET =
  /^(?:get-secret-value|print-(?:access|identity)-token|get-(?:access|session|login|authorization)-(?:token|password)|export-credentials|reveal)$/;
const SECRETS = /^(?:secrets?|credentials?|access-?tokens?|passwords?)$/;
const SHOWS = /^(?:get|show|view|access|read|export|print|cat|dump|pull)$/;

/** Options whose value is a kind of build: `-c release` publishes nothing. */
const KINDS =
  /^(?:-c|--?(?:config(?:uration)?|mode|profile|build-type|variant|flavou?r|env(?:ironment)?|channel|target|name|message|title|body|tag))$/;
/** A verb alone, or one that is put together: `db:drop`, `hex.publish`, `delete-bucket`, `forget_node`. */
const WORD = /^[A-Za-z][A-Za-z]*(?:[:._-][A-Za-z]+)*$/;
/** In front of a verb these name a moment or a script of the project, no deed: `pre-push`, `test:deploy`. */
const BEFORE = /^(?:pre|post|on|before|after|test|check|build|lint|dry|no|is|can)[:._-]/;

/** The words of a call that may be its verb: the first three that are no option and no value of a telling one. */
function verbsOf(args: readonly Text[]): readonly Text[] {
  const end = args.indexOf("--");
  const own = end === -1 ? args : args.slice(0, end);
  const isValue = (before: Text): boolean => KINDS.test(before) || PLACES.test(before);
  return own.filter((arg, at) => !arg.startsWith("-") && !isValue(own[at - 1] ?? "")).slice(0, 3);
}

/** Whether a word is a verb of these lists: alone, behind its topic, or in front of the thing it is done to. */
function isSaid(word: Text, { alone, topic, thing }: Verbs): boolean {
  if (!WORD.test(word) || BEFORE.test(word)) return false;
  const spelled = word.replaceAll(/([a-z])(?=[A-Z])/g, "$1-").toLowerCase();
  if (isListed(word.toLowerCase(), alone)) return true;
  const parts = spelled.split(/[:._-]/);
  if (parts.length === 1 || parts.includes("local")) return false;
  const isTopic = /[:.]/.test(word) || spelled !== word.toLowerCase();
  if (isTopic && parts.slice(1).some((part) => isListed(part, topic))) return true;
  const last = parts.at(-1) ?? "";
  return /[-_]/.test(spelled) && (isListed(parts[0] ?? "", thing) || (ENDS.test(last) && isListed(last, topic)));
}

const destroys = (word: Text): boolean => isSaid(word, DESTROYS);
const gives = (word: Text): boolean => GIVING_TOPIC.test(word) || isSaid(word, GIVES);

const looks = (word: Text): boolean => isListed(word.toLowerCase().split(":").at(-1) ?? "", LOOKS);

/** Whether a word in front of the verb, or right behind it, says that the call only looks. */
function isOnlyLook(verbs: readonly Text[], at: number, args: readonly Text[]): boolean {
  const next = verbs[at + 1] ?? "";
  const isNext = args[args.indexOf(verbs[at] ?? "") + 1] === next;
  return verbs.slice(0, at).some((word) => isListed(word.toLowerCase(), LOOKS_FIRST)) || (isNext && looks(next));
}

/** What a call does to things elsewhere whatever the tool, as far as its verb says; nothing where it only looks or tries. */
function plainVerbs(name: string, args: readonly Text[]): readonly Effect[] {
  if (isTried(args)) return [];
  const verbs = verbsOf(args);
  const lost = verbs.findIndex(destroys);
  if (lost !== -1 && !isOnlyLook(verbs, lost, args)) return [acts("destroy-remote", name)];
  const given = verbs.slice(0, 2).findIndex(gives);
  return given !== -1 && !isOnlyLook(verbs, given, args) ? [acts("publish", name)] : [];
}

/** Tools whose words are names of the project's own tasks, or of programs. */
const RUNS_TASKS = /^(?:shx|taskr|gulp|grunt|jake|nps|npm-run-all2?|run-[sp]|wireit|moon|lage)$/;

/** What a call of an unknown tool does to things elsewhere, by its verb, its switches and what it names. */
export function verbGuesses(name: string, args: readonly Text[]): readonly Effect[] {
  if (RUNS_TASKS.test(name) || isTried(args)) return [];
  const plain = plainVerbs(name, args);
  if (plain.length > 0) return plain;
  const verbs = verbsOf(args);
  if (showsSecret(verbs)) return [acts("read-secret", name)];
  if (statesChange(args)) return [acts("destroy-remote", name)];
  if (changesByRequest(args)) return [acts("change-remote", name)];
  if (verbs.some((word) => FLASHES.test(word))) return [acts("change-remote", name)];
  if (verbs.some(looks)) return [];
  if (args.some((arg) => GIVEN_BY_OPTION.test(arg))) return [acts("publish", name)];
  if (args.some((arg) => TAKEN_BY_OPTION.test(arg)) && !verbs.some((word) => /[/~.]/.test(word)))
    return [acts("destroy-remote", name)];
  return verbs.some((_, at) => changes(verbs, at, args)) ? [acts("change-remote", name)] : [];
}

/** Whether the words ask for a secret: `secret show`, `show secret`, `auth token`, `secrets versions access`. */
function showsSecret(verbs: readonly Text[]): boolean {
  if (
    verbs.some((word) => SHOWS_SECRET.test(word)) ||
    (verbs[0] === "auth" && /^(?:print-)?token$/.test(verbs[1] ?? ""))
  )
    return true;
  return verbs.some((word) => SECRETS.test(word)) && verbs.some((word) => SHOWS.test(word));
}

/** Whether a statement changes a database that is no file here. */
const statesChange = (args: readonly Text[]): boolean =>
  args.some((arg, at) => STATEMENT.test(arg) && SAID_BY.test(args[at - 1] ?? "")) &&
  !args.some((arg) => DATA_FILE.test(arg));

/** Whether a request with a method that changes goes to another machine. */
const changesByRequest = (args: readonly Text[]): boolean =>
  args.some((arg, at) => {
    const method = METHOD.exec(arg);
    return method !== null && /^(?:post|put|patch|delete)$/i.test(method[1] ?? args[at + 1] ?? "");
  }) && !args.some((arg) => /localhost|127\.0\.0\.1|\[::1\]/.test(arg));

/** Whether the verb at this place changes something elsewhere: what stands around it says where. */
function changes(verbs: readonly Text[], at: number, args: readonly Text[]): boolean {
  const word = verbs[at] ?? "";
  const before = verbs[at - 1] ?? "";
  if (CHANGES_THING.test(word) && SERVICE.test(before)) return true;
  const [topic = "", verb = ""] = TOPIC.test(word) ? word.split(":").slice(-2) : [before, word];
  if (!isListed(verb, CHANGES)) return false;
  const things = isListed(verb, STARTS) ? MACHINES : THINGS;
  if (!isListed(verb, STARTS) && args.some((arg) => IMAGE.test(arg))) return true;
  return things.test(topic) || things.test(verbs[at + 1] ?? "") || isElsewhere(word, verb, args);
}

/** Whether the rest of the call says that this verb is done elsewhere, or would have been asked about. */
function isElsewhere(word: Text, verb: Text, args: readonly Text[]): boolean {
  if (word.startsWith("config:") && verb !== "clear") return true;
  if (!isListed(verb, STARTS) && args.some((arg) => PLACES.test(arg) || STAGES.test(arg))) return true;
  return isListed(verb, WOULD_ASK) && args.some((arg) => SAYS_YES.test(arg));
}
