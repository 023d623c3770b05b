import { LOUD_DEVICE } from "../../../knowledge/system-places.ts";
import { FILE, NAME, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Family, type Program, prints, reads, same, shell, writes } from "../effect.ts";
import { cat, contentBehind, ls, reader } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { chattr, chmod, chown, dd, fallocate, setfacl, truncate } from "./access.ts";

const DEVICE = new RegExp(`^${LOUD_DEVICE}`);

const deletes = (path: Text, recursive: boolean): Effect => ({ kind: "deletes", path, recursive });

const rm: Program = ({ args }) => {
  const options = readOptions(
    args,
    "--recursive --force --interactive --no-preserve-root --preserve-root --dir --one-file-system --verbose --help --version",
  );
  if (options.has("--help", "--version")) return [];
  const recursive = options.has("-r", "-R", "--recursive");
  return [...options.rest.map((path) => deletes(path, recursive)), prints("")];
};

const rmdir: Program = ({ args }) => {
  const options = readOptions(args, "--parents --ignore-fail-on-non-empty --verbose");
  const parents = options.has("-p", "--parents");
  return options.rest.map((path) =>
    deletes(parents && path.startsWith("/") ? `/${path.split("/").filter(Boolean)[0] ?? ""}` : path, false),
  );
};

const shred: Program = ({ args }) => {
  const options = readOptions(args, "-n: --iterations: -s: --size: --random-source: -u --remove -z --zero");
  return options.rest.flatMap((path) => [{ kind: "writes", path } as const, deletes(path, false)]);
};

/** The last operand is where it goes, unless `-t` says so. */
function sourcesAndTarget(
  args: readonly Text[],
  spec: string,
): {
  readonly sources: readonly Text[];
  readonly target: Text | undefined;
  readonly options: ReturnType<typeof readOptions>;
} {
  const options = readOptions(args, `${spec} -t: --target-directory: -S: --suffix:`);
  const [into] = options.values("-t", "--target-directory");
  if (into !== undefined) return { sources: options.rest, target: `${into}/`, options };
  return {
    sources: options.rest.slice(0, -1),
    target: options.rest.length > 1 ? options.rest.at(-1) : undefined,
    options,
  };
}

/** Copying into a directory creates a file of the same name there. */
function landing(source: Text, target: Text): readonly Text[] {
  const name = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return target.endsWith("/") || target === "." || target === ".." || target === "~" ? [`${target}/${name}`] : [target];
}

const cp: Program = (call) => {
  const { sources, target, options } = sourcesAndTarget(
    call.args,
    "--archive --recursive --force --no-clobber --update --symbolic-link --link --parents --attributes-only",
  );
  if (target === undefined) return [];
  const recursive = options.has("-r", "-R", "-a", "--recursive", "--archive");
  return sources.flatMap((source) => [
    { kind: "reads", path: source, recursive } as const,
    ...landing(source, target).map((path) => writes(path, contentBehind(source, call))),
    ...(sources.length > 1 || recursive ? [writes(target, contentBehind(source, call))] : []),
  ]);
};

const mv: Program = (call) => {
  const { sources, target } = sourcesAndTarget(call.args, "--force --no-clobber --update --verbose --backup");
  if (target === undefined) return [];
  return sources.flatMap((source) => [
    deletes(source, true),
    reads(source),
    ...landing(source, target).map((path) => writes(path, contentBehind(source, call))),
  ]);
};

const ln: Program = (call) => {
  const { sources, target, options } = sourcesAndTarget(call.args, "--symbolic --force --no-dereference --relative");
  const to = target ?? "./";
  const from = target === undefined ? options.rest : sources;
  // What the link leads to is touched by whoever writes through it: judge it where it is used, and warn of what it reaches.
  return from.flatMap((source) => [
    ...landing(source, to).map((path) => writes(path, contentBehind(source, call))),
    ...(/^(?:\/|~)/.test(source) || source.includes("..") ? [{ kind: "reads", path: source } as const] : []),
    ...(DEVICE.test(source) ? [acts("write-device", source)] : []),
    ...(/(?:^|\/)\.ssh\/|\/etc\/|authorized_keys/.test(source) ? [acts("write-startup", "a link leads there")] : []),
  ]);
};

const install: Program = (call) => {
  const options = readOptions(
    call.args,
    "-m: --mode: -o: --owner: -g: --group: -t: --target-directory: -S: --suffix: -d --directory -D --strip-program:",
  );
  const id = options.values("-m", "--mode").some((mode) => /^[2467]\d{3}$|[ug]\+\w*s/.test(mode))
    ? [acts("set-id-bit")]
    : [];
  if (options.has("-d", "--directory"))
    return [...id, ...options.rest.map((path) => ({ kind: "creates", path }) as const)];
  const [into] = options.values("-t", "--target-directory");
  const target = into === undefined ? options.rest.at(-1) : `${into}/`;
  const sources = into === undefined ? options.rest.slice(0, -1) : options.rest;
  return [
    ...id,
    ...sources.flatMap((source) =>
      target === undefined
        ? []
        : [reads(source), ...landing(source, target).map((path) => writes(path, contentBehind(source, call)))],
    ),
  ];
};

const rsync: Program = (call) => {
  const options = readOptions(
    call.args,
    "-e: --rsh: --exclude: --include: --filter: -f: --files-from: --exclude-from: --include-from: --log-file: --temp-dir: -T: --backup-dir: --rsync-path: --port: --bwlimit: --timeout: --password-file: -B: --block-size: --link-dest: --compare-dest: --copy-dest: --out-format: --chmod: --chown: --delete --delete-after --delete-before --delete-during --delete-excluded --remove-source-files",
  );
  const target = options.rest.at(-1);
  const sources = options.rest.slice(0, -1);
  const remote = (path: Text): boolean =>
    /^(?:[\w.@-]+::?|rsync:\/\/)/.test(path) && !path.startsWith("/") && !path.startsWith("./");
  const effects: Effect[] = options
    .values("-e", "--rsh")
    .filter((code) => !/^ssh(?:\s+-[\w]+(?:\s+[\w./~=-]+)?)*$/.test(code))
    .map((text) => ({ kind: "code", text, language: "shell" }));
  if (effects.length > 0) effects.push(acts("run-helper"));
  if (target === undefined) return effects;
  if (remote(target))
    return [
      ...effects,
      ...sources.map((source) => ({ kind: "reads", path: source, recursive: true }) as const),
      { kind: "sends", to: target, data: FILE },
    ];
  for (const source of sources)
    effects.push(remote(source) ? { kind: "fetches", from: source } : { kind: "reads", path: source, recursive: true });
  const removes = [
    "--delete",
    "--delete-after",
    "--delete-before",
    "--delete-during",
    "--delete-excluded",
    "--del",
  ].some((flag) => options.has(flag));
  if (removes) effects.push(deletes(target.replace(/\/$/, ""), true));
  if (options.has("--remove-source-files")) for (const source of sources) effects.push(deletes(source, true));
  return [...effects, writes(target)];
};

const mkdir: Program = ({ args }) => {
  const options = readOptions(args, "-m: --mode: --parents --verbose");
  return [...options.rest.map((path) => ({ kind: "creates", path }) as const), prints("")];
};

const touch: Program = ({ args }) => {
  const options = readOptions(args, "-d: --date: -r: --reference: -t: --time:");
  return [...options.rest.map((path) => ({ kind: "creates", path }) as const), prints("")];
};

const tee: Program = ({ args, stdin }) => {
  const options = readOptions(args, "--append --ignore-interrupts");
  const append = options.has("-a", "--append");
  return [...options.rest.map((path) => ({ kind: "writes", path, content: stdin, append }) as const), prints(stdin)];
};

const mktemp: Program = ({ args }) => {
  const options = readOptions(args, "-p: --tmpdir: --suffix:");
  const [directory] = options.values("-p", "--tmpdir");
  const [template] = options.rest;
  if (template?.includes("/") === true)
    return [prints(template.replace(/X{3,}/, NAME)), { kind: "creates", path: template }];
  return [
    ...(directory === undefined ? [] : [{ kind: "creates", path: directory } as const]),
    prints(`${directory ?? "/tmp"}/${(template ?? "tmp.XXX").replace(/X{3,}/, NAME)}`),
  ];
};

const split: Program = ({ args }) => {
  const options = readOptions(
    args,
    "--filter: -b: --bytes: -l: --lines: -n: --number: -a: --suffix-length: -C: --line-bytes: --additional-suffix: -f: --prefix:",
  );
  const prefixes = [...options.rest.slice(1, 2), ...options.values("-f", "--prefix")];
  return [
    ...options.values("--filter").map(shell),
    ...options.rest.slice(0, 1).map((path) => ({ kind: "reads", path }) as const),
    ...prefixes.map((prefix) => writes(`${prefix}aa`)),
  ];
};

const patch: Program = ({ args }) => {
  const options = readOptions(
    args,
    "-p: --strip: -i: --input: -d: --directory: -o: --output: -r: --reject-file: -B: -F: -D: -z:",
  );
  const [directory] = options.values("-d", "--directory");
  const targets = [...options.rest.slice(0, 1), ...options.values("-o", "--output", "-r", "--reject-file")];
  return [...targets.map((path) => writes(path)), ...(directory === undefined ? [] : [writes(`${directory}/patched`)])];
};

/** Files and directories: made, moved, opened and removed. */
export const FILES: Family = {
  rm,
  rimraf: rm,
  "del-cli": rm,
  del: rm,
  trash: rm,
  "trash-put": rm,
  srm: rm,
  unlink: rm,
  rmdir,
  gio: ({ args }) =>
    /^(?:trash|remove|move|copy|save)$/.test(args[0] ?? "")
      ? args
          .slice(1)
          .filter((arg) => !arg.startsWith("-"))
          .map((path) => deletes(path, true))
      : [],
  shred,
  wipe: shred,
  cp,
  mv,
  rename: ({ args }) => args.filter((arg) => arg.startsWith("/") || arg.startsWith("~")).map((path) => writes(path)),
  ln,
  link: ln,
  install,
  ginstall: install,
  rsync,
  mkdir,
  mkfifo: mkdir,
  mknod: ({ args }) => [acts("system-change"), ...args.slice(0, 1).map((path) => writes(path))],
  touch,
  truncate,
  fallocate,
  tee,
  sponge: tee,
  dd,
  dcfldd: dd,
  cat,
  tac: reader(),
  ...same(
    "nl od hexdump strings less more most zcat bzcat xzcat zless bat batcat view most pg",
    reader("-n: -w: -N: -A: -j: -t: -s: -e: -x: --lines: --bytes: --language: -l:"),
  ),
  ls,
  exa: ls,
  eza: ls,
  lsd: ls,
  dir: ls,
  vdir: ls,
  chmod,
  chown,
  chgrp: chown,
  setfacl,
  chattr,
  chflags: chown,
  mktemp,
  tempfile: mktemp,
  split,
  patch,
  csplit: split,
};
