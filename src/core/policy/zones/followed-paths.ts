import { FULL, isKnown, type Text } from "../values/abstract-text.ts";
import type { Scope } from "../values/scope.ts";
import type { WrittenFiles } from "../values/written-files.ts";
import { segmentMeets, startsWithPathHole } from "./path-segments.ts";
import { resolvePath } from "./zones.ts";

type Links = WrittenFiles["links"];

/** What a command does at the end of a path: goes through a link there, or takes the link itself. */
export type LinkAtEnd = "through" | "itself";

/** The most paths that one word leads to; links that lead to more, or in circles, lead anywhere. */
const MAX_PATHS = 64;
/** The most names of a path that are looked up. */
const MAX_NAMES = 64;
/** The most `..` of a path that are taken one by one. */
const MAX_UPS = 16;

const UP = /(?:^|\/)\.\.(?=\/|$)/;
/** Behind a slash, or as a dot, a link is the directory that it leads to. */
const IS_DIRECTORY = /(?:^|\/)\.{0,2}$/;

/** The paths that a word may mean: the one that it spells, and those where links of the text or the session lead. */
export function followedPaths(path: Text, { cwd, files }: Scope, end: LinkAtEnd = "through"): readonly Text[] {
  const spelled = cwd.map((directory) => resolvePath(path, directory));
  const { links } = files;
  if (links.size === 0) return spelled;
  const places = cwd.flatMap((directory) => reached(directory, links, "through"));
  return [...new Set([...spelled, ...walked(path, places, { links, end, ups: 0 })])];
}

type Way = { readonly links: Links; readonly end: LinkAtEnd; readonly ups: number };

/** Where the kernel comes to: it goes through links before it goes up. */
function walked(path: Text, places: readonly Text[], { links, end, ups }: Way): readonly Text[] {
  const up = ups < MAX_UPS && !startsWithPathHole(path) ? UP.exec(path) : null;
  if (up === null) {
    const last = IS_DIRECTORY.test(path) ? "through" : end;
    return few(places.flatMap((place) => reached(resolvePath(path, place), links, last)));
  }
  const before = path.startsWith("/") ? path.slice(0, up.index) || "/" : path.slice(0, up.index);
  const heads = before === "" ? places : walked(before, places, { links, end: "through", ups });
  const above = heads.map((head) => resolvePath("..", head));
  const rest = path.slice(up.index + up[0].length + 1);
  return walked(rest === "" ? "." : rest, above, { links, end, ups: ups + 1 });
}

/** A path, and all that it is by way of links. */
function reached(path: Text, links: Links, end: LinkAtEnd): readonly Text[] {
  const paths = new Set([path]);
  for (const one of paths) {
    for (const next of behindLinks(one, links, end)) paths.add(next);
    if (paths.size > MAX_PATHS) break;
  }
  return few([...paths]);
}

const few = (paths: readonly Text[]): readonly Text[] =>
  paths.length > MAX_PATHS ? [...paths.slice(0, MAX_PATHS), FULL] : paths;

function behindLinks(path: Text, links: Links, end: LinkAtEnd): readonly Text[] {
  return linksIn(path, links, end).flatMap(({ targets, rest }) =>
    targets.map((target) => resolvePath(`${target}${rest}`, "/")),
  );
}

/** A link that a path goes through: where that leads, and what of the path lies behind it. */
type Step = { readonly targets: readonly Text[]; readonly rest: Text };

function linksIn(path: Text, links: Links, end: LinkAtEnd): readonly Step[] {
  if (startsWithPathHole(path)) return [];
  const steps: Step[] = [];
  let slash = path.indexOf("/", 1);
  for (let names = 0; names < MAX_NAMES; names++) {
    const isEnd = slash === -1;
    const above = isEnd ? path : path.slice(0, slash);
    if (isEnd && end === "itself") break;
    if (!isKnown(above)) return [...steps, ...linksMeant(path, links, end)];
    const targets = links.get(above);
    if (targets !== undefined) steps.push({ targets, rest: path.slice(above.length) });
    if (isEnd) break;
    slash = path.indexOf("/", slash + 1);
  }
  return steps;
}

/** Links whose names fit a path that has wild cards. */
function linksMeant(path: Text, links: Links, end: LinkAtEnd): readonly Step[] {
  const names = path.split("/");
  return links.keys().flatMap((link) => {
    const wanted = link.split("/");
    const isLong = names.length > wanted.length || (names.length === wanted.length && end === "through");
    if (!isLong || !wanted.every((name, at) => segmentMeets(names[at] ?? "", name))) return [];
    return [{ targets: links.get(link) ?? [], rest: ["", ...names.slice(wanted.length)].join("/") }];
  });
}
