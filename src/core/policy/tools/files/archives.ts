import { DECODED, DOWNLOAD, FILE, FOREIGN_HOLES, holds, type Text } from "../../values/abstract-text.ts";
import { acts, type Call, type Effect, type Program, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

const TAR =
  "-f: --file: -C: --directory: -I: --use-compress-program: --checkpoint-action: --to-command: -T: --files-from: --exclude: -X: --exclude-from: -F: --info-script: --new-volume-script: --rsh-command: --rmt-command: -g: --listed-incremental: --transform: --xform: --strip-components: --owner: --group: --mode: --mtime: -b: -L: -N: -K: -V: --index-file: --checkpoint --remove-files --extract --create --list --update --append --get --to-stdout --absolute-names --overwrite --unlink-first --recursive-unlink -P";

export const tar: Program = (call) => {
  // `tar czf x` without a dash is the same as with one.
  const [first = "", ...others] = call.args;
  const args = /^[A-Za-z]+$/.test(first) && !first.startsWith("-") ? [`-${first}`, ...others] : call.args;
  const options = readOptions(bundled(args), TAR);
  const helpers = options.values(
    "-I",
    "--use-compress-program",
    "--to-command",
    "-F",
    "--info-script",
    "--new-volume-script",
    "--rsh-command",
    "--rmt-command",
  );
  const effects: Effect[] = helpers
    .filter(
      (code) =>
        !/^(?:zstd|gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|lz4|lzip|plzip|lzop|brotli)(?:\s+-[\w=-]+)*$/.test(code),
    )
    .flatMap((code) => [shell(code), acts("run-helper", code)]);
  for (const action of options.values("--checkpoint-action")) {
    const code = /^exec=(.*)$/s.exec(action)?.[1];
    if (code !== undefined) effects.push(shell(code), acts("run-helper"));
  }
  const archives = options.values("-f", "--file").filter((path) => path !== "-");
  const remote = archives.filter((path) => /^[\w.@-]+:/.test(path) && !args.includes("--force-local"));
  for (const to of remote) effects.push({ kind: "sends", to, data: FILE });
  const extracting = options.has("-x", "--extract", "--get");
  const listing = options.has("-t", "--list", "-d", "--diff", "--compare");
  const [directory = "."] = options.values("-C", "--directory");
  if (extracting && !options.has("-O", "--to-stdout")) {
    const content = options.has("-f", "--file") && archives.length > 0 ? archiveContent(archives, call) : call.stdin;
    const loose = options.has("-P", "--absolute-names") ? [acts("write-unknown")] : [];
    return [
      ...effects,
      ...loose,
      { kind: "writes", path: `${directory}/`, content: holds(content, ...FOREIGN_HOLES) ? DOWNLOAD : FILE },
    ];
  }
  if (extracting) return [...effects, { kind: "prints", text: DECODED }];
  if (listing) return effects;
  for (const path of archives.filter((archive) => !remote.includes(archive))) effects.push(writes(path));
  const sources = options.rest.map((path) =>
    directory === "." || path.startsWith("/") ? path : `${directory}/${path}`,
  );
  for (const path of sources) effects.push({ kind: "reads", path, recursive: true });
  if (options.has("--remove-files"))
    for (const path of sources) effects.push({ kind: "deletes", path, recursive: true });
  return [...effects, { kind: "prints", text: archives.length > 0 ? "" : FILE }];
};

const archiveContent = (archives: readonly Text[], { scope }: Call): Text =>
  archives
    .map((path) => scope.fileContent(path.startsWith("/") ? path : `${scope.cwd[0] ?? ""}/${path}`) ?? FILE)
    .join("");

/** In a cluster such as `-xzf`, `f` comes last; tar also takes it in the middle and reads the values in order. */
const bundled = (args: readonly Text[]): readonly Text[] =>
  args.map((arg) =>
    /^-[A-Za-z]+$/.test(arg) && /f./.test(arg) && !/[CITXFgKLNVb]/.test(arg)
      ? `-${arg.slice(1).replace("f", "")}f`
      : arg,
  );

export const zip: Program = ({ args }) => {
  const options = readOptions(args, "-b: -n: -t: -tt: -P: -s: -x: -i: -O: --out: --unzip-command:");
  const at = args.findIndex((arg) => /^-(?:\w*TT|-unzip-command)$/.test(arg));
  const given = [...(at === -1 ? [] : [args[at + 1] ?? ""]), ...options.values("--unzip-command")];
  const helper = given.flatMap((code) => [shell(code), acts("run-helper")]);
  const [archive, ...sources] = options.rest.filter((_, index) => index !== -1);
  const moved = options.has("-m");
  return [
    ...helper,
    ...(archive === undefined || archive === "-" ? [] : [writes(archive)]),
    ...sources.flatMap((path): readonly Effect[] => [
      { kind: "reads", path, recursive: true },
      ...(moved ? [{ kind: "deletes", path, recursive: true } as const] : []),
    ]),
  ];
};

export const unzip: Program = ({ args }) => {
  const options = readOptions(args, "-d: -x: -P:");
  if (options.has("-p", "-c")) return [{ kind: "prints", text: DECODED }];
  if (options.has("-l", "-v", "-t", "-Z", "-z")) return [];
  return [{ kind: "writes", path: `${options.values("-d")[0] ?? "."}/`, content: FILE }];
};

export const cpio: Program = ({ args }) => {
  const options = readOptions(args, "-D: --directory: -F: --file: -O: -I: -H: --rsh-command: -R: -E:");
  const helper = options.values("--rsh-command").flatMap((code) => [shell(code), acts("run-helper")]);
  const into = options.values("-D", "--directory")[0] ?? ".";
  return [
    ...helper,
    ...(options.has("-i", "--extract", "-p", "--pass-through")
      ? [writes(`${options.has("-p", "--pass-through") ? (options.rest[0] ?? into) : into}/`)]
      : []),
    ...options.values("-F", "-O", "--file").map((path) => writes(path)),
  ];
};

export const sevenZip: Program = ({ args }) => {
  const [command = "", archive = "", ...paths] = args.filter((arg) => !arg.startsWith("-"));
  const out = args.find((arg) => arg.startsWith("-o"))?.slice(2) ?? ".";
  if (/^[xe]$/.test(command)) return [writes(`${out}/`)];
  return /^[aud]$/.test(command)
    ? [writes(archive), ...paths.map((path) => ({ kind: "reads", path, recursive: true }) as const)]
    : [];
};
