import { SHELL_NAME } from "../../knowledge/shell-names.ts";
import type { RuleId } from "../rules/all-rules.ts";

const SHELL = String.raw`(?:^|[\s;&|('"/])${SHELL_NAME}\b(?:\s+-[a-z]+)*`;
/** What a shell reads comes out of a pipe with a name, and a client of the network writes into it. */
const NAMED_PIPE = /\b(?:mkfifo|mknod)\b/;
const CLIENT = /\b(?:nc|ncat|netcat|telnet|s_client|socat)\b/;
const FED_SHELL = new RegExp(String.raw`${SHELL}\s*(?:[012]?[<>|]|$)`, "m");
/** A descriptor that is a connection, and what runs the lines that come over it. */
const CONNECTION = /(\d*)<>\s*\/dev\/(?:tcp|udp)\//;
const READS_LINES = /\bread\b[^;\n]*[;\n]\s*do\b/;
const RUNS_THEM = /\beval\b|\$\{?\w/;

/** Rules that say something reaches out, and rules that say something unknown runs. */
const REACHES: readonly RuleId[] = ["network", "listen", "leak"];
const RUNS: readonly RuleId[] = ["run-unknown-code", "run-unknown-program", "run-download"];

/** Whether a text that both reaches another machine and runs unknown commands ties the two together: a shell for others. */
export function isWayIn(text: string, found: readonly RuleId[]): boolean {
  if (!found.some((rule) => REACHES.includes(rule))) return false;
  const runs = found.some((rule) => RUNS.includes(rule));
  if (runs && NAMED_PIPE.test(text) && CLIENT.test(text) && FED_SHELL.test(text)) return true;
  const descriptor = CONNECTION.exec(text)?.[1];
  if (descriptor === undefined) return false;
  const shellOnIt = new RegExp(String.raw`${SHELL}[^;\n|]*<&\s*${descriptor === "" ? String.raw`\d+` : descriptor}\b`);
  return shellOnIt.test(text) || (runs && runsLines(text));
}

function runsLines(text: string): boolean {
  const start = text.search(READS_LINES);
  return start !== -1 && RUNS_THEM.test(text.slice(start));
}
