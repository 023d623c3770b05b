import { LOUD_DEVICE } from "../../../knowledge/system-places.ts";
import { ANY, type Text } from "../../values/abstract-text.ts";
import { hasGlob } from "../../values/globs.ts";
import { isProgramPath, resolvePath } from "../../zones/zones.ts";
import { resolveNames } from "../command-names.ts";
import { acts, type Call, type Effect, type Program, reads, writes } from "../effect.ts";
import { contentBehind } from "../file-readers.ts";
import { type Options, readOptions } from "../options.ts";
import { SETS_USER_ID } from "./chmod.ts";

const DEVICE = new RegExp(`^${LOUD_DEVICE}`);

type Copying = { readonly sources: readonly Text[]; readonly target: Text | undefined; readonly options: Options };

/** The last operand is where it goes, unless `-t` says so. */
function copying(args: readonly Text[], spec: string): Copying {
  const options = readOptions(args, `${spec} -t: --target-directory: -S: --suffix:`);
  const { rest } = options;
  const [into] = options.values("-t", "--target-directory");
  if (into !== undefined) return { sources: rest, target: `${into}/`, options };
  return { sources: rest.slice(0, -1), target: rest.length > 1 ? rest.at(-1) : undefined, options };
}

/** Copying into a directory creates a file of the same name there. */
function landing(source: Text, target: Text): Text {
  const name = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return target.endsWith("/") || target === "." || target === ".." || target === "~" ? `${target}/${name}` : target;
}

/** Links at this place, or below it, that come along. */
function linksAlong(source: Text, place: Text, { scope }: Call): readonly Effect[] {
  if (scope.files.links.size === 0) return [];
  const above = resolvePath(source, scope.cwd[0] ?? ANY);
  return scope.files.links
    .keys()
    .filter((link) => link === above || link.startsWith(`${above}/`))
    .flatMap((link) =>
      (scope.files.links.get(link) ?? []).map(
        (target) => ({ kind: "links", path: place + link.slice(above.length), target, from: "link" }) as const,
      ),
    );
}

/** What a copy holds. One of a program is that program, under another name. */
function copiedContent(source: Text, call: Call): Text {
  const path = resolvePath(source, call.scope.cwd[0] ?? ANY);
  // A pattern may fit the program that would do harm.
  const isProgram = isProgramPath(path) || (hasGlob(path) && resolveNames(path).names.length > 0);
  return isProgram ? `#!/bin/sh\nexec ${path} "$@"\n` : contentBehind(source, call);
}

export const cp: Program = (call) => {
  const { sources, target, options } = copying(
    call.args,
    "--archive --recursive --force --no-clobber --update --symbolic-link --link --parents --attributes-only",
  );
  if (target === undefined) return [];
  const recursive = options.has("-r", "-R", "-a", "--recursive", "--archive");
  const isLink = options.has("-s", "-l", "--symbolic-link", "--link") && !recursive;
  return sources.flatMap((source) => [
    { kind: "reads", path: source, recursive } as const,
    writes(landing(source, target), copiedContent(source, call)),
    ...(isLink ? links(source, { places: [landing(source, target)], from: "cwd" }) : []),
    ...(recursive ? linksAlong(source, landing(source, target), call) : []),
    ...(sources.length > 1 || recursive ? [writes(target, copiedContent(source, call))] : []),
  ]);
};

export const mv: Program = (call) => {
  const { sources, target } = copying(call.args, "--force --no-clobber --update --verbose --backup");
  if (target === undefined) return [];
  return sources.flatMap((source) => [
    { kind: "deletes", path: source, recursive: true } as const,
    ...(resolvePath(target, call.scope.cwd[0] ?? ANY) === "/dev/null"
      ? [acts("write-device", "/dev/null: what is moved there is lost")]
      : []),
    reads(source),
    writes(landing(source, target), copiedContent(source, call)),
    ...linksAlong(source, landing(source, target), call),
  ]);
};

const links = (
  target: Text,
  { places, from }: { readonly places: readonly Text[]; readonly from: "link" | "cwd" },
): readonly Effect[] => places.map((path) => ({ kind: "links", path, target, from }));

/** Where a link lies: in the directory that the last operand is, where it is one. */
function linkPlaces(source: Text, target: Text, options: Options): readonly Text[] {
  const place = landing(source, target);
  const isName =
    place !== target ||
    /(?:^|\/)\.{0,2}\/?$/.test(source) ||
    options.has("-n", "-h", "-T", "--no-dereference", "--no-target-directory");
  return isName ? [place] : [place, landing(source, `${target}/`)];
}

export const ln: Program = (call) => {
  const { sources, target, options } = copying(
    call.args,
    "--symbolic --force --no-dereference --no-target-directory --relative",
  );
  // A link alone is put into the working directory.
  const [from, to] = target === undefined ? [options.rest, "./"] : [sources, target];
  const begins = options.has("-s", "--symbolic") && !options.has("-r", "--relative") ? "link" : "cwd";
  // A command that later goes through the link is judged by where it leads; here only the target of the link counts.
  return from.flatMap((source) => [
    { ...writes(landing(source, to), copiedContent(source, call)), renews: true },
    ...links(source, { places: linkPlaces(source, to, options), from: begins }),
    ...(/^(?:\/|~)/.test(source) || source.includes("..") ? [reads(source)] : []),
    ...(DEVICE.test(source) ? [acts("write-device", source)] : []),
    ...(/(?:^|\/)\.ssh\/|\/etc\/|authorized_keys/.test(source) ? [acts("plant-link", source)] : []),
  ]);
};

export const install: Program = (call) => {
  const spec = "-m: --mode: -o: --owner: -g: --group: --strip-program: --directory";
  const { sources, target, options } = copying(call.args, spec);
  const isDirectory = options.has("-d", "--directory");
  const privileged = isDirectory ? SETS_USER_ID : /^0?[2-7]\d{3}$|[+=][rwxX]*s/;
  const id = options.values("-m", "--mode").some((mode) => privileged.test(mode)) ? [acts("set-id-bit")] : [];
  if (isDirectory) return [...id, ...options.rest.map((path) => ({ kind: "creates", path }) as const)];
  if (target === undefined) return id;
  const copies = sources.flatMap((source) => [
    reads(source),
    writes(landing(source, target), copiedContent(source, call)),
  ]);
  return [...id, ...copies];
};
