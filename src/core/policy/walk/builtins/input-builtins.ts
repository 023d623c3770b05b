import { readOptions } from "../../tools/options.ts";
import { ANY, alternatives, holds, isKnown, OUTPUT, SCRIPT_HOLES, type Text } from "../../values/abstract-text.ts";
import { followedPaths } from "../../zones/followed-paths.ts";
import { quotedWord } from "../code-in-files.ts";
import { type Builtin, evaluateNumbers, evaluateSubscripts } from "./builtin.ts";

export const read: Builtin = (here) => {
  const { args, frame, engine, origin } = here;
  evaluateSubscripts(here);
  const options = readOptions(args, "-d: -i: -n: -N: -p: -t: -u: -a:");
  const [end = "\n"] = options.values("-d").map((letters) => letters.slice(0, 1) || "\u0000");
  const lines = frame.stdin.split(end).filter((line) => line !== "");
  const names = options.rest.length === 0 ? ["REPLY"] : options.rest;
  const [separators = " \t\n"] = here.invocation.environment.get("IFS") ?? frame.scope.valuesOf("IFS");
  const array = options.values("-a");
  const fields = (line: Text): readonly Text[] => cutAt(line, isKnown(separators) ? separators : " \t\n");
  for (const name of array) {
    evaluateNumbers(name, lines.flatMap(fields), here);
    frame.scope.setArray(name, [lines.flatMap(fields)]);
  }
  names.forEach((name, index) => {
    const last = index === names.length - 1;
    const values = lines.map((line) => {
      if (names.length === 1) return line.trim();
      return last ? fields(line).slice(index).join(" ") : (fields(line)[index] ?? "");
    });
    const known = alternatives(values.length === 0 ? [ANY] : values);
    evaluateNumbers(name, known, here);
    frame.scope.set(name, known);
    engine.assign({ name, values: known }, frame, origin);
  });
  return "";
};

/** Cuts a line at any of these letters. */
function cutAt(line: Text, separators: string): readonly Text[] {
  const fields: Text[] = [""];
  for (const char of line) {
    if (separators.includes(char)) fields.push("");
    else fields[fields.length - 1] += char;
  }
  return fields.filter((field) => field !== "");
}

export const mapfile: Builtin = (here) => {
  const { args, frame, engine, origin } = here;
  const options = readOptions(args, "-d: -n: -O: -s: -u: -C: -c:");
  const [name = "MAPFILE"] = options.rest;
  const lines = frame.stdin.split("\n").filter((line) => line !== "");
  for (const callback of options.values("-C"))
    engine.code(`${callback} 0 ${lines.map(quotedWord)[0] ?? ""}`, frame, origin);
  evaluateNumbers(name, lines, here);
  frame.scope.setArray(name, [lines]);
  return "";
};

export const source: Builtin = ({ args, frame, engine, origin, invocation }) => {
  const [path = "", ...positionals] = args[0] === "--" ? args.slice(1) : args;
  frame.scope.unsettle();
  if (!isKnown(path) && holds(path.slice(0, 1), ...SCRIPT_HOLES)) {
    // A directory that is not known and a file that is: an environment or a tool's own script.
    if (!/\/[\w.-]+$/.test(path)) engine.report("run-unknown-code", origin);
    return OUTPUT;
  }
  // bash tells what it cannot run of a file: to source a secret is to read it.
  engine.apply({ kind: "reads", path, unseen: true }, invocation, frame);
  const before = frame.scope.positionals;
  if (positionals.length > 0) frame.scope.positionals = [positionals];
  for (const resolved of followedPaths(path, frame.scope)) {
    const contents =
      resolved === "/dev/stdin" || resolved === "/dev/fd/0" || resolved === "/proc/self/fd/0"
        ? [frame.stdin]
        : frame.scope.files.contents(resolved);
    if (contents !== undefined) for (const content of contents) engine.code(content, frame, origin);
    else if (frame.scope.isForeign(resolved)) engine.report("run-foreign", origin, resolved);
    else if (/^\/dev\/(?:tcp|udp)\//.test(resolved)) engine.report("run-download", origin);
  }
  frame.scope.positionals = before;
  return OUTPUT;
};
