import { IN_TEMP } from "../../knowledge/system-places.ts";
import { ANY, type Text } from "./abstract-text.ts";
import type { Variable } from "./join.ts";
import type { Scope } from "./scope.ts";
import type { SessionView } from "./session-view.ts";

/** The directories and the session's variables a command is judged in. Only letters: none of it need exist. */
export type Place = {
  readonly cwd: string;
  readonly home: string;
  readonly variables?: ReadonlyMap<string, string>;
  readonly workspace?: string;
  readonly workspaces?: readonly string[];
  /** What the session held before. */
  readonly view?: SessionView | undefined;
};

/** What commands were seen to set; where the session was asked, it knows better. */
export const seenVariables = ({ variables, view }: Place): Map<string, Variable> =>
  new Map(
    [...(variables ?? [])]
      .filter(([name]) => view?.variable(name) === undefined)
      .map(([name, value]) => [name, { kind: "scalar", values: [value] }]),
  );

/** Whether what lies at a path may be another user's: every user may write there, and it is not part of the work. */
export function isForeignPlace(path: Text, { workspace, workspaces = [] }: Place): boolean {
  const own = workspace === undefined ? workspaces : [workspace, ...workspaces];
  return IN_TEMP.test(path) && !own.some((root) => `${path}/`.startsWith(`${root}/`));
}

/** `~` and `~user` at the start of an unquoted word, and behind `=` or `:` in assignments. */
export function tilde(written: string, value: Text, scope: Scope): Text {
  if (!written.startsWith("~")) {
    if (!written.includes("~") || !/^(?:[A-Za-z_]\w*=)?[^'"\\]*$/.test(written)) return value;
    // bash looks for it behind the first = of what looks like an assignment, and behind each colon.
    return value.replace(/(^[A-Za-z_]\w*=|:)~(?=\/|:|$)/g, (_whole, before: string) => before + scope.home);
  }
  const end = value.indexOf("/") === -1 ? value.length : value.indexOf("/");
  const user = value.slice(1, end);
  const rest = value.slice(end);
  if (user === "") return scope.home + rest;
  if (user === "+") return (scope.cwd[0] ?? ANY) + rest;
  if (user === "-") return (scope.valuesOf("OLDPWD")[0] ?? ANY) + rest;
  if (/^[-+]?\d+$/.test(user)) return (stackOf(scope).at(placeInStack(user)) ?? ANY) + rest;
  if (user === "root") return `/root${rest}`;
  return /^[a-z_][\w.-]*$/.test(user) ? scope.home.slice(0, scope.home.lastIndexOf("/") + 1) + user + rest : value;
}

/** The directories of the stack, the current one first. */
export function stackOf(scope: Scope): readonly Text[] {
  const stack = scope.variable("DIRSTACK");
  const [below = []] = stack?.kind === "array" ? stack.lists : [];
  return [scope.cwd[0] ?? ANY, ...below.slice(1)];
}

/** Where `+N` and `-N` count to in the stack. */
export const placeInStack = (count: string): number =>
  count.startsWith("-") ? -1 - Number(count.slice(1)) : Number(count);
