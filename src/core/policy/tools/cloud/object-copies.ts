import type { Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

type Copying = {
  /** How addresses in the store begin. */
  readonly store: string;
  /** Options that take a value, as in `Tool.takes`. */
  readonly takes?: string;
  /** How many words stand before the paths. */
  readonly behind: number;
};

/** Copies between this machine and a store: what goes there is read, what comes from there is written. */
export const copies =
  ({ store, takes, behind }: Copying): Program =>
  ({ args, stdin }) => {
    const paths = readOptions(args, takes).rest.slice(behind);
    const target = paths.at(-1) ?? "";
    const sources = paths.slice(0, -1).filter((path) => !path.startsWith(store));
    const copied = target.startsWith(store)
      ? [acts(stdin === "" ? "change-remote" : "leak")]
      : [acts("network"), writes(target)];
    return [...sources.map(readTree), ...copied];
  };

const readTree = (path: Text): Effect => ({ kind: "reads", path, recursive: true });
