import { FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, shell, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

const OPTIONS =
  "-e: --rsh: --exclude: --include: --filter: -f: --files-from: --exclude-from: --include-from: --log-file: --temp-dir: -T: --backup-dir: --rsync-path: --port: --bwlimit: --timeout: --password-file: -B: --block-size: --link-dest: --compare-dest: --copy-dest: --out-format: --chmod: --chown: --delete --delete-after --delete-before --delete-during --delete-excluded --remove-source-files";

const isRemote = (path: Text): boolean => /^(?:[\w.@-]+::?|rsync:\/\/)/.test(path) && !/^\.?\//.test(path);

const sweeps = (path: Text): Effect => ({ kind: "reads", path, recursive: true });
const deletes = (path: Text): Effect => ({ kind: "deletes", path, recursive: true });

/** A remote shell that is not plainly ssh. */
const remoteShells = (programs: readonly Text[]): readonly Effect[] =>
  programs
    .filter((code) => !/^ssh(?:\s+-[\w]+(?:\s+[\w./~=-]+)?)*$/.test(code))
    .flatMap((code) => [shell(code), acts("run-helper")]);

/** What `rsync` sends, writes and deletes. */
export const rsync: Program = ({ args }) => {
  const options = readOptions(args, OPTIONS);
  const target = options.rest.at(-1);
  const sources = options.rest.slice(0, -1);
  const shells = remoteShells(options.values("-e", "--rsh"));
  if (target === undefined) return shells;
  if (isRemote(target)) return [...shells, ...sources.map(sweeps), { kind: "sends", to: target, data: FILE }];
  const removes = options.has(
    "--delete",
    "--delete-after",
    "--delete-before",
    "--delete-during",
    "--delete-excluded",
    "--del",
  );
  return [
    ...shells,
    ...sources.map((source) => (isRemote(source) ? ({ kind: "fetches", from: source } as const) : sweeps(source))),
    ...(removes ? [deletes(target.replace(/\/$/, ""))] : []),
    ...(options.has("--remove-source-files") ? sources.map(deletes) : []),
    writes(target),
  ];
};
