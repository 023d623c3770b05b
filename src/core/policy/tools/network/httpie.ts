import { ANY, DOWNLOAD, FILE, OUTPUT } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { type Program, prints, reads } from "../effect.ts";
import { readOptions } from "../options.ts";

/** `http POST host name=value file@path`. */
export const httpie: Program = ({ args, stdin }) => {
  const words = readOptions(args, "-a: --auth: -o: --output: --proxy: --session: -A: --verify: --cert:").rest;
  const hasMethod = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(words[0] ?? "");
  const [url = ANY, ...items] = hasMethod ? words.slice(1) : words;
  const files = items.flatMap((item) => /[:=]?@(.+)$/.exec(item)?.[1] ?? []);
  const data = items.join("\n") + (files.length > 0 ? FILE : "") + stdin;
  return [
    ...files.map((path) => reads(path)),
    { kind: "sends", to: url, data },
    prints(isLoopback(url) ? OUTPUT : DOWNLOAD),
  ];
};
