import type { Effect } from "../tools/effect.ts";
import { isKnown, type Text } from "../values/abstract-text.ts";
import { inHome, stands } from "./home-in-code.ts";
import { argumentsAt, type Literal } from "./literals.ts";
import { SINKS } from "./sink-patterns.ts";

/** A name that code gives a path, `p = Path("x")` or `p: Path = …`: what stands in front of the path. */
const NAMED = /(?:([A-Za-z_$]\w*)\s*:\s*)?([A-Za-z_$]\w*)\s*=\s*(?:(?:new\s+)?[\w.]+\(\s*){0,3}[fFrRbBuU]{0,2}$/;
const FAR = 80;

/** The paths of a source by the names that it gives them. */
export function pathsByName(code: Text, paths: readonly Literal[]): ReadonlyMap<string, readonly Literal[]> {
  const named = new Map<string, Literal[]>();
  for (const path of paths.filter(({ value }) => isKnown(value))) {
    const names = NAMED.exec(code.slice(Math.max(0, path.start - FAR), path.start))?.slice(1) ?? [];
    for (const name of names) if (name !== undefined) named.set(name, [...(named.get(name) ?? []), path].slice(-4));
  }
  return named;
}

/** What a method belongs to: `Path("x").write_text(…)`, `p.write_text(…)`. */
const METHOD_OF_PATH = /^\s*\)(?:\s*\.\s*\w+\s*\(\s*\))*\s*\.\s*\w+\s*$/;
const METHOD_OF_NAME = /([A-Za-z_$]\w*)\s*\.\s*\w+\s*$/;
/** A name as the first argument of a call. */
const FIRST_NAME = /^\(?\s*([A-Za-z_$]\w*)\s*[,)]/;

/** The paths of a source, and the names that it gives them. */
export type Places = { readonly paths: readonly Literal[]; readonly named: ReadonlyMap<string, readonly Literal[]> };

/** The paths that the call whose arguments begin here is told by its object or by the name of its first argument. */
export function pathsTold(code: Text, start: number, { paths, named }: Places): readonly Literal[] {
  const owners = paths.filter(
    ({ end }) => end < start && start - end < FAR && METHOD_OF_PATH.test(code.slice(end, start)),
  );
  if (owners.length > 0) return owners.slice(-1);
  const before = METHOD_OF_NAME.exec(code.slice(Math.max(0, start - FAR), start))?.[1] ?? "";
  const first = FIRST_NAME.exec(code.slice(start, start + FAR))?.[1] ?? "";
  return named.get(first) ?? named.get(before) ?? [];
}

/** The links that code makes: where one leads stands in front of it, or it is the object of the call. */
export const linksMade = (code: Text, places: Places, home: string): readonly Effect[] =>
  [...code.matchAll(SINKS.links)].flatMap(({ 0: { length }, index }) => {
    const { start, end } = argumentsAt(code, index + length);
    const own = places.paths.filter((path) => path.start >= start && path.end <= end).map(({ value }) => value);
    const [object] = pathsTold(code, start, places);
    const link = object?.value ?? own.at(-1);
    const [target] = object !== undefined || own.length > 1 ? own : [];
    if (link === undefined) return [];
    const leads = inHome(target ?? stands(code.slice(start, end)), home);
    return [{ kind: "links", path: inHome(link, home), target: leads, from: "link" }] as const;
  });
