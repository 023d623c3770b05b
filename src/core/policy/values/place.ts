import type { Variable } from "./join.ts";
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
