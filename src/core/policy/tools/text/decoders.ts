import { ANY, DECODED, DOWNLOAD, FILE, holds, SECRET, type Text } from "../../values/abstract-text.ts";
import { unbase64 } from "../../values/printing.ts";
import { acts, type Call, type Effect, type Program, prints, reads, writes } from "../effect.ts";
import { printedFiles } from "../file-readers.ts";
import { isHuge } from "../files/access.ts";
import { readOptions } from "../options.ts";
import { changed } from "./sed.ts";

/** Decoders: known text is turned back, anything else is hidden text. */
export const decoder =
  (decode: (text: Text) => Text, isDecoding: (call: Call) => boolean): Program =>
  (call) => {
    const { rest } = readOptions(
      call.args,
      "-w: --wrap: -i: --input: -o: --output: -l: -s: -c: -g: --ignore-garbage: -in: -out: -k: -K: -iv: -pass:",
    );
    const paths = rest.filter((path) => !/^(?:-|enc|base64|rand)$/.test(path));
    const input = paths.every((path) => path === "-") ? call.stdin : printedFiles(paths, call);
    const output = readOptions(call.args, "-o: --output:").values(
      "--output",
      ...(call.name === "base64" ? ["-o"] : []),
    );
    const effects: Effect[] = [...paths.map((path) => reads(path)), ...output.map((path) => writes(path))];
    return [...effects, prints(isDecoding(call) ? decode(input) : changed(input))];
  };

export const flags =
  (...names: readonly string[]) =>
  (call: Call): boolean =>
    readOptions(call.args, "--decode").has(...names);

export const opaque = (text: Text): Text =>
  (holds(text, DOWNLOAD) ? DOWNLOAD : "") + DECODED + (holds(text, SECRET) ? SECRET : "");

export const openssl: Program = (call) => {
  const [command = "", ...args] = call.args;
  const value = (name: string): Text | undefined => args[args.indexOf(name) + 1 || args.length];
  const effects: Effect[] = [];
  for (const name of ["-engine", "-provider", "-provider-path"])
    if (args.includes(name)) effects.push(acts("loader-variable", name));
  const input = args.includes("-in") ? (value("-in") ?? "") : undefined;
  // What goes into another file is not shown.
  const unseen = args.includes("-out") && !args.includes("-text");
  if (input !== undefined) effects.push({ kind: "reads", path: input, unseen });
  if (args.includes("-out")) effects.push(writes(value("-out") ?? ""));
  if (command === "s_client" || command === "ocsp")
    effects.push({ kind: "sends", to: value("-connect") ?? value("-host") ?? ANY, data: call.stdin });
  if (command === "rand" && args.some(isHuge)) effects.push(acts("exhaust"));
  if (command === "s_server") effects.push(acts("network"));
  const decoding = args.includes("-d");
  const text = input === undefined ? call.stdin : printedFiles([input], call);
  if (command === "enc" || command === "base64" || command === "aes-256-cbc")
    return [
      ...effects,
      prints(
        decoding
          ? (args.includes("-base64") || command === "base64" || args.includes("-a")) &&
            !args.some((arg) => /^-(?:aes|des|k|pass|K)/.test(arg))
            ? unbase64(text)
            : opaque(text)
          : changed(text),
      ),
    ];
  return effects;
};

export function compressor(call: Call): readonly Effect[] {
  const options = readOptions(call.args, "-S: --suffix: -T: --threads: -o: -m: --memlimit:");
  const decoding =
    /^(?:gunzip|zcat|bunzip2|unlzma|uncompress|unzstd)$/.test(call.name) ||
    options.has("-d", "--decompress", "--uncompress");
  if (options.rest.length > 0 && !options.has("-c", "--stdout", "--to-stdout", "-t", "-l") && call.name !== "zcat")
    return options.rest.map((path) => writes(path));
  const input = options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call);
  return [...options.rest.map((path) => reads(path)), prints(decoding ? opaque(input) : changed(input))];
}

export function gpg(call: Call): readonly Effect[] {
  const options = readOptions(
    call.args,
    "-o: --output: -r: --recipient: -u: --local-user: --homedir: --export --keyserver: --passphrase: --passphrase-file: --export-secret-keys --export-secret-subkeys --decrypt --import --recv-keys: --send-keys: --delete-secret-keys --delete-keys",
  );
  const effects: Effect[] = options.values("-o", "--output").map((path) => writes(path));
  if (options.has("--export-secret-keys", "--export-secret-subkeys", "--export-secret-ssh-key"))
    effects.push(acts("read-secret"));
  if (options.has("--delete-secret-keys", "--delete-secret-and-public-key")) effects.push(acts("delete-guarded"));
  if (options.has("--recv-keys", "--keyserver", "--search-keys", "--refresh-keys", "--send-keys"))
    effects.push(acts("network"));
  if (options.has("-d", "--decrypt"))
    return [...effects, ...options.rest.map((path) => reads(path)), prints(opaque(call.stdin + FILE))];
  return effects;
}
