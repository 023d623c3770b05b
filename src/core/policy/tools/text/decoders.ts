import { ANY, DOWNLOAD, type Text } from "../../values/abstract-text.ts";
import { unbase64 } from "../../values/printing.ts";
import { type Call, type Effect, type Program, prints, reads, writes } from "../effect.ts";
import { printedFiles } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import type { Printing } from "../tool-shape.ts";
import { changed, opaque } from "./printings.ts";

/** With one of these options the tool decodes its input; without them it encodes it. */
export const decodedBy =
  (decode: (text: Text) => Text, ...options: readonly string[]): Printing =>
  (input, { args }) =>
    readOptions(args, "--decode").has(...options) ? decode(input) : changed(input);

const valueOf = (name: string, args: readonly Text[]): Text | undefined => {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
};

/** What `openssl` reads, sends and decodes. */
export const openssl: Program = (call) => {
  const [command = "", ...args] = call.args;
  const input = valueOf("-in", args);
  // Output that goes into a file is not shown; of a certificate or a request only what is public is.
  const unseen = (args.includes("-out") && !args.includes("-text")) || /^(?:x509|crl|req|verify|ts)$/.test(command);
  const text = input === undefined ? call.stdin : printedFiles([input], call);
  return [
    ...(input === undefined ? [] : [{ kind: "reads", path: input, unseen } as const]),
    ...(/^(?:s_client|ocsp)$/.test(command)
      ? [
          { kind: "sends", to: valueOf("-connect", args) ?? valueOf("-host", args) ?? ANY, data: call.stdin } as const,
          prints(DOWNLOAD),
        ]
      : []),
    ...(/^(?:enc|base64|aes-256-cbc)$/.test(command) ? [prints(encoded(text, command, args))] : []),
  ];
};

function encoded(text: Text, command: Text, args: readonly Text[]): Text {
  if (!args.includes("-d")) return changed(text);
  const isPlain = command === "base64" || args.includes("-base64") || args.includes("-a");
  return isPlain && !args.some((arg) => /^-(?:aes|des|k|pass|K)/.test(arg)) ? unbase64(text) : opaque(text);
}

/** gzip and its relatives replace a file, unless they print it. */
export function compressor(call: Call): readonly Effect[] {
  const options = readOptions(call.args, "-S: --suffix: -T: --threads: -o: -m: --memlimit:");
  if (options.rest.length > 0 && !options.has("-c", "--stdout", "--to-stdout", "-t", "-l"))
    return options.rest.map((path) => writes(path));
  const unpacks =
    /^(?:gunzip|bunzip2|unlzma|uncompress)$/.test(call.name) || options.has("-d", "--decompress", "--uncompress");
  const input = options.rest.length === 0 ? call.stdin : printedFiles(options.rest, call);
  return [...options.rest.map((path) => reads(path)), prints(unpacks ? opaque(input) : changed(input))];
}
