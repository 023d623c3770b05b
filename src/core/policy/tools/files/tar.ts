import { DECODED, FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, prints, shell, writes } from "../effect.ts";
import { type Options, readOptions } from "../options.ts";

const OPTIONS =
  "-f: --file: -C: --directory: -I: --use-compress-program: --checkpoint-action: --to-command: -T: --files-from: --exclude: -X: --exclude-from: -F: --info-script: --new-volume-script: --rsh-command: --rmt-command: -g: --listed-incremental: --transform: --xform: --strip-components: --owner: --group: --mode: --mtime: -b: -L: -N: -K: -V: --index-file: --checkpoint --remove-files --extract --create --list --update --append --get --to-stdout --absolute-names --overwrite --unlink-first --recursive-unlink -P";
const HELPERS =
  "-I --use-compress-program --to-command -F --info-script --new-volume-script --rsh-command --rmt-command".split(" ");
const COMPRESSOR = /^(?:zstd|gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|lz4|lzip|plzip|lzop|brotli)(?:\s+-[\w=-]+)*$/;

/** A call of `tar`, read. */
type Packing = {
  readonly options: Options;
  /** The archives on this machine and on others. */
  readonly local: readonly Text[];
  readonly remote: readonly Text[];
  readonly directory: Text;
};

export const tar: Program = (call) => {
  // `tar czf x` without a dash is the same as with one.
  const [first = "", ...others] = call.args;
  const args = /^[A-Za-z]+$/.test(first) ? [`-${first}`, ...others] : call.args;
  const options = readOptions(bundled(args), OPTIONS);
  const archives = options.values("-f", "--file").filter((path) => path !== "-");
  const isRemote = (path: Text): boolean => /^[\w.@-]+:/.test(path) && !args.includes("--force-local");
  const packing = {
    options,
    local: archives.filter((path) => !isRemote(path)),
    remote: archives.filter(isRemote),
    directory: options.values("-C", "--directory")[0] ?? ".",
  };
  return [
    ...helpers(options),
    ...packing.remote.map((to) => ({ kind: "sends", to, data: FILE }) as const),
    ...(options.has("-x", "--extract", "--get") ? unpacked(packing) : packed(packing)),
  ];
};

/** In a cluster such as `-xzf`, `f` comes last; tar also takes it in the middle and reads the values in order. */
const bundled = (args: readonly Text[]): readonly Text[] =>
  args.map((arg) =>
    /^-[A-Za-z]+$/.test(arg) && /f./.test(arg) && !/[CITXFgKLNVb]/.test(arg)
      ? `-${arg.slice(1).replace("f", "")}f`
      : arg,
  );

/** Programs that tar is made to run besides a compressor. */
function helpers(options: Options): readonly Effect[] {
  const programs = options.values(...HELPERS).filter((code) => !COMPRESSOR.test(code));
  const actions = options
    .values("--checkpoint-action")
    .flatMap((action) => (action.startsWith("exec=") ? [action.slice("exec=".length)] : []));
  return [...programs, ...actions].flatMap((code) => [shell(code), acts("run-helper", code)]);
}

const unpacked = ({ options, directory }: Packing): readonly Effect[] =>
  options.has("-O", "--to-stdout")
    ? [prints(DECODED)]
    : [...(options.has("-P", "--absolute-names") ? [acts("write-unknown")] : []), writes(`${directory}/`, FILE)];

function packed({ options, local, remote, directory }: Packing): readonly Effect[] {
  if (options.has("-t", "--list", "-d", "--diff", "--compare")) return [];
  const sources = options.rest.map((path) =>
    directory === "." || path.startsWith("/") ? path : `${directory}/${path}`,
  );
  return [
    ...local.map((path) => writes(path)),
    ...sources.map((path) => ({ kind: "reads", path, recursive: true }) as const),
    ...(options.has("--remove-files")
      ? sources.map((path) => ({ kind: "deletes", path, recursive: true }) as const)
      : []),
    prints(local.length + remote.length > 0 ? "" : FILE),
  ];
}
