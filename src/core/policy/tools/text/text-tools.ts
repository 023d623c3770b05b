import {
  DECODED,
  ENDLESS,
  ENVIRONMENT,
  HISTORY,
  isKnown,
  LOCAL,
  NUMBER,
  OUTPUT,
  SECRET,
  TAIL,
  type Text,
} from "../../values/abstract-text.ts";
import { translated, unbase64, unhex } from "../../values/printing.ts";
import { acts, type Effect, type Family, type Program, prints, reads, same, shell, writes } from "../effect.ts";
import { ENDLESS_DEVICE, printedFiles, reader } from "../file-readers.ts";
import { isHuge } from "../files/access.ts";
import { readOptions } from "../options.ts";
import { compressor, decoder, flags, gpg, opaque, openssl } from "./decoders.ts";
import { changed, sed } from "./sed.ts";

/** A filter: reads operands or what comes in, and prints something made of it. */
const filter =
  (spec = "", skip = 0): Program =>
  (call) => {
    const { rest, values } = readOptions(call.args, spec);
    const paths = rest.slice(skip);
    const input = paths.length === 0 ? call.stdin : printedFiles(paths, call);
    const output = values("-o", "--output").filter((path) => path.includes("/"));
    // A path that stands where an option could take it for its value is a path all the same.
    const named = [
      ...values("-f", "-c", "--from-file", "--rawfile", "--slurpfile").filter((path) => path.includes("/")),
      ...(skip === 0 ? call.args.filter((arg) => /^[/~]/.test(arg) && !rest.includes(arg)) : []),
    ];
    return [
      ...[...paths, ...named].map((path) => reads(path)),
      ...output.map((path) => writes(path)),
      prints(changed(input)),
    ];
  };

/** jq and its kin: a program that decodes prints what nobody has read. */
const jq =
  (spec: string, skip: number): Program =>
  (call) =>
    filter(
      spec,
      skip,
    )(call).map((effect) =>
      effect.kind === "prints" && call.args.some((arg) => /@base(?:64|32)d|implode/.test(arg))
        ? prints(DECODED)
        : effect,
    );

/** Says nothing before everything went in. */
const digest: Program = (call) => [
  ...filter("-a:")(call),
  ...(call.stdin.includes(ENDLESS) || call.args.some((path) => ENDLESS_DEVICE.test(path)) ? [acts("exhaust")] : []),
];

/** Counts: nothing of what it read is shown. */
const wc: Program = (call) => [
  ...digest(call)
    .filter(({ kind }) => kind !== "prints")
    .map((effect): Effect => (effect.kind === "reads" ? { ...effect, unseen: true } : effect)),
  prints(NUMBER),
];

const GREP_OPTIONS =
  "-e: --regexp: -f: --file: -m: --max-count: -A: -B: -C: --after-context: --before-context: --context: -d: --directories: -D: --devices: --include: --exclude: --exclude-dir: --exclude-from: --label: --color: --recursive --dereference-recursive";
const SEARCH_OPTIONS =
  "-e: --regexp: -f: --file: -m: --max-count: -A: -B: -C: --after-context: --before-context: --context: -g: --glob: --iglob: -t: --type: -T: --type-not: -j: --threads: -M: --max-columns: --max-depth: -d: -r: --replace: --sort: --sortr: --pre: --pre-glob: --hostname-bin: --hyperlink-format: --color: --colors: -E: --encoding: --ignore-file: --path-separator: --context-separator: --search-zip";
/** Searches that go down directories by themselves. */
const isSearch = (name: string): boolean => /^(?:rg|ag|ack|ugrep|pt|sift)$/.test(name);
const SECRET_PATTERN =
  /token|secret|pass|(?:^|[^a-z])keys?(?:$|[^a-z])|api_?key|credential|private|auth|AKIA|BEGIN (?:RSA|OPENSSH|EC)/i;

/** grep and its kin. A pattern that asks for no secret takes secrets out of what the environment printed. */
const grep: Program = (call) => {
  const options = readOptions(call.args, isSearch(call.name) ? SEARCH_OPTIONS : GREP_OPTIONS);
  const explicit = options.values("-e", "--regexp");
  const patterns = explicit.length > 0 || options.has("-f", "--file") ? explicit : options.rest.slice(0, 1);
  const paths = explicit.length > 0 || options.has("-f", "--file") ? options.rest : options.rest.slice(1);
  const recursive = isSearch(call.name) || options.has("-r", "-R", "--recursive", "--dereference-recursive");
  const quiet = options.has("-q", "--quiet", "-c", "--count", "-l", "--files-with-matches", "-L");
  const effects: Effect[] = [
    ...options.values("-f", "--file"),
    ...(options.has("--files", "--type-list") ? [] : paths),
  ].map((path) => ({ kind: "reads", path, recursive, unseen: quiet }));
  if (paths.some((path) => ENDLESS_DEVICE.test(path))) effects.push(acts("exhaust"));
  for (const helper of options.values("--pre", "--hostname-bin"))
    effects.push(shell(helper), acts("run-helper", helper));
  if (call.stdin.includes(HISTORY) && patterns.some((pattern) => SECRET_PATTERN.test(pattern)))
    effects.push(acts("read-secret", "the history"));
  if (quiet) return [...effects, prints(options.has("-l", "-L", "--files-with-matches") ? TAIL : NUMBER)];
  const input = paths.length === 0 ? call.stdin : printedFiles(paths, call);
  const harmless =
    patterns.every(
      (pattern) =>
        isKnown(pattern) && !SECRET_PATTERN.test(pattern) && pattern.replace(/[^A-Za-z0-9_]/g, "").length >= 2,
    ) && !options.has("-v", "--invert-match");
  const kept = changed(input);
  return [...effects, prints(harmless ? kept.replaceAll(ENVIRONMENT, LOCAL) : kept)];
};

const sort: Program = (call) => {
  const options = readOptions(
    call.args,
    "-k: --key: -t: --field-separator: -o: --output: -S: --buffer-size: -T: --temporary-directory: --compress-program: --files0-from: --parallel: --batch-size: --sort: --random-source:",
  );
  const effects: Effect[] = options.values("-o", "--output").map((path) => writes(path));
  for (const program of options.values("--compress-program"))
    effects.push(acts("run-helper", program), { kind: "runs", argv: [program] });
  const input = options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call);
  // Nothing comes out of a sort before everything went in.
  if (input.includes(ENDLESS)) effects.push(acts("exhaust"));
  return [
    ...effects,
    ...options.rest.map((path) => reads(path)),
    prints(input.length > 2000 || input.includes("\n") ? changed(input) + (isKnown(input) ? "" : "") : input),
  ];
};

const tr: Program = ({ args, stdin }) => {
  const options = readOptions(args, "--delete --squeeze-repeats --complement");
  const [from = "", to = ""] = options.rest;
  // Squeezing alone changes nothing but repeats.
  if (options.rest.length === 1 && !options.has("-d", "--delete")) return [prints(stdin)];
  const endless = stdin.includes(ENDLESS) ? ENDLESS : "";
  if (options.has("-c", "-C", "--complement") || !isKnown(from + to)) return [prints(changed(stdin) + endless)];
  return [prints(translated(stdin, from, to, options.has("-d", "--delete") ? "delete" : "map") + endless)];
};

const rev: Program = (call) => {
  const { rest } = readOptions(call.args);
  if (rest.length > 0) return filter()(call);
  return [
    prints(
      call.stdin
        .split("\n")
        .map((line) => line.split("").reverse().join(""))
        .join("\n"),
    ),
  ];
};

const head: Program = (call) => {
  const options = readOptions(call.args, "-n: --lines: -c: --bytes:");
  const sizes = options.values("-c", "--bytes");
  const effects: Effect[] = options.rest.map((path) => reads(path));
  if (sizes.some(isHuge)) effects.push(acts("exhaust"));
  const endless = options.rest.some((path) => /^\/dev\/(?:zero|u?random)$/.test(path));
  if (call.name === "tail" && (endless || call.stdin.includes(ENDLESS))) effects.push(acts("exhaust"));
  const input = options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call);
  return [...effects, prints(input.replaceAll(ENDLESS, OUTPUT))];
};

const cut: Program = (call) => {
  const options = readOptions(
    call.args,
    "-d: --delimiter: -f: --fields: -c: --characters: -b: --bytes: --output-delimiter:",
  );
  const namesOnly = options.values("-d", "--delimiter").includes("=") && options.values("-f", "--fields").includes("1");
  const input = options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call);
  const kept = changed(input);
  if (namesOnly) return [prints(kept.replaceAll(ENVIRONMENT, "").replaceAll(SECRET, ""))];
  return [...options.rest.map((path) => reads(path)), prints(kept)];
};

const fixedOutput =
  (text: Text): Program =>
  () => [prints(text)];

/** Tools that show themselves or the manual: their operands are only names. */
const talk: Program = ({ args }) => {
  const options = readOptions(args, "-P: --pager: -H: --html: -s: -S: -M: -L: -m: -e: -E: -C: --config-file:");
  const helpers = options
    .values("-P", "--pager", "-H", "--html")
    .filter((helper) => !/^(?:cat|less|more|)$/.test(helper));
  return helpers.flatMap((helper) => [shell(helper), acts("run-helper", helper)]);
};

const yes: Program = ({ args }) => [prints((args[0] ?? "y") + ENDLESS)];

const seq: Program = ({ args }) => {
  const numbers = args.filter((arg) => /^-?\d+(?:e\d+)?$/.test(arg)).map(Number);
  const huge = args.includes("inf") || numbers.some((number) => Math.abs(number) >= 1_000_000);
  return [prints(huge ? NUMBER + ENDLESS : NUMBER)];
};

const dirname: Program = ({ args }) => [
  prints(
    args
      .map((path) => path.replace(/\/+$/, "").replace(/\/?[^/]*$/, "") || (path.startsWith("/") ? "/" : "."))
      .join("\n"),
  ),
];

const basename: Program = ({ args }) => [
  prints(
    (args[0] ?? "")
      .replace(/\/+$/, "")
      .split("/")
      .at(-1)
      ?.replace(args[1] ?? "\u0000", "") ?? "",
  ),
];

const realpath: Program = ({ args }) => [
  prints(readOptions(args, "--relative-to: --relative-base: -m -e -s -q -f").rest.join("\n")),
];

/** Text: shown, searched, changed, encoded. */
export const TEXT_TOOLS: Family = {
  ...same("grep egrep fgrep zgrep rg ag ack ugrep pt sift", grep),
  ...same("sed gsed ssed", sed),
  sort,
  gsort: sort,
  head,
  tail: head,
  cut,
  tr,
  rev,
  ...same(
    "uniq paste column fold fmt pr expand unexpand iconv nl comm join tsort shuf bc dc xmllint xsltproc csvcut csvgrep mlr csvkit sum cksum factor numfmt look spell aspell ts pv",
    filter("-d: -s: -w: -n: -t: -f: -c: -o: -k:"),
  ),
  ...same("md5sum sha1sum sha256sum sha512sum sha224sum sha384sum b2sum shasum md5 xxhsum crc32", digest),
  ...same(
    "jq yq gojq jaq dasel fx tomlq xq htmlq pup",
    jq("--arg: --argjson: --slurpfile: --rawfile: -f: --from-file: --indent: -o: -p: --tab: -L:", 1),
  ),
  ...same(
    "diff cmp sdiff colordiff delta difft icdiff wdiff",
    filter("-U: -u: -C: -I: -x: -X: --label: --width: -W: --color:"),
  ),
  base64: decoder(unbase64, flags("-d", "-D", "--decode")),
  base32: decoder(opaque, flags("-d", "-D", "--decode")),
  basenc: decoder(opaque, flags("-d", "--decode")),
  ...same(
    "uudecode b64decode ascii85 atob unxz unzstd",
    decoder(opaque, () => true),
  ),
  xxd: decoder(unhex, flags("-r")),
  ...same("gunzip gzip zcat bzip2 bunzip2 xz unlzma lzma zstd lz4 brotli uncompress compress", compressor),
  ...same("gpg gpg2", gpg),
  openssl,
  yes,
  seq,
  jot: seq,
  dirname,
  basename,
  realpath,
  readlink: realpath,
  ...same("which whence whereis type", ({ args }) => [prints(args.filter((arg) => !arg.startsWith("-")).join("\n"))]),
  ...same("man info whatis apropos tldr cheat help pydoc ri perldoc", talk),
  ...same("date cal uptime nproc", fixedOutput(OUTPUT)),
  ...same(
    "whoami hostname hostnamectl id logname uname users who w last groups arch dnsdomainname sw_vers lsb_release tty",
    fixedOutput(LOCAL),
  ),
  printenv: ({ args }) => [
    prints(args.length === 0 ? ENVIRONMENT : args.some((name) => SECRET_PATTERN.test(name)) ? SECRET : LOCAL),
  ],
  file: (call) => [
    ...readOptions(call.args, "-f: -m: -F: -P: -e:")
      .values("-f", "-m")
      .map((path) => reads(path)),
    prints(OUTPUT),
  ],
  stat: fixedOutput(OUTPUT),
  test: fixedOutput(""),
  sleep: fixedOutput(""),
  xmlstarlet: filter("", 1),
  strings: reader("-n: -t: -e:"),
  wc,
  shuf: filter("-n: -i: -o: -e"),
  vipe: () => [acts("run-helper")],
  ifne: ({ args }) => [{ kind: "runs", argv: args }],
  cowsay: fixedOutput(OUTPUT),
};
