import { family, type Tool } from "../tool-shape.ts";
import { filter } from "./filters.ts";
import { waitsForEnd } from "./printings.ts";

/** Tools that hash files, or compare them. */
export const HASHES_AND_COMPARISONS: readonly Tool[] = family("everything", [
  filter(
    "md5sum sha1sum sha256sum sha512sum sha224sum sha384sum b2sum shasum md5 xxhsum crc32",
    "-a: --algorithm: -l: --length:",
    {
      by: waitsForEnd,
      examples: { exhaust: ["md5sum /dev/zero", "yes | md5sum"], fine: ["md5sum app.tar", "md5sum -c sums.txt"] },
    },
  ),
  filter("cksum sum", "-a: --algorithm: -l: --length:"),
  filter(
    "diff colordiff",
    "-U: -C: -I: --ignore-matching-lines: -x: --exclude: -X: --exclude-from: -L: --label: -W: --width: -F: --show-function-line: -D: --ifdef: -S: --starting-file: --from-file: --to-file: --color: --tabsize:",
    {
      options: { reads: "--from-file --to-file -X --exclude-from" },
      examples: { "read-workspace-secret": ["diff --from-file=.env a.txt"], fine: ["diff -u a.txt b.txt"] },
    },
  ),
  filter("wdiff", "-w: --start-delete: -x: --end-delete: -y: --start-insert: -z: --end-insert:"),
  filter("cmp", "-i: --ignore-initial: -n: --bytes:"),
  filter("sdiff", "-o: --output: -w: --width: -I: --ignore-matching-lines:", {
    options: { writes: "-o --output" },
    examples: { "write-startup": ["sdiff -o ~/.bashrc a.txt b.txt"] },
  }),
  filter("difft icdiff", "-U: -W: -L: --width: --color: --cols: --label: --exclude: -x:"),
  filter("delta", "-w: --width: --pager: --paging: --syntax-theme: --features: --config: --file-style: --tabs:", {
    options: { shell: "--pager" },
    examples: { "delete-vital": ["delta --pager 'rm -rf /' a.txt b.txt"] },
  }),
]);
