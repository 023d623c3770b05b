import { DOWNLOAD, FILE, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { type Effect, type Program, prints, writes } from "../effect.ts";
import { type Options, readOptions } from "../options.ts";
import { fileNameOf } from "./downloader.ts";

export const WGET_OPTIONS =
  "-O: --output-document: -o: --output-file: -a: --append-output: -P: --directory-prefix: -i: --input-file: --post-file: --post-data: --body-file: --body-data: --method: --header: -U: --user-agent: --user: --password: -T: --timeout: -t: --tries: -e: --execute: --load-cookies: --save-cookies: --referer: -Q: -l: --level: -A: -R: -D: -I: -X: -w: --wait: --limit-rate: --use-askpass: --certificate: --private-key: -B: --base: --config:";

export const wget: Program = ({ args }) => {
  const options = readOptions(args, WGET_OPTIONS);
  const data = sentText(options);
  return [
    ...options.rest.map(
      (url): Effect => (data === undefined ? { kind: "fetches", from: url } : { kind: "sends", to: url, data }),
    ),
    ...answered(options),
  ];
};

/** What goes out besides the address. */
function sentText({ values }: Options): Text | undefined {
  const texts = [
    ...values("--post-data", "--body-data", "--header", "--user", "--password", "-U", "--user-agent", "--referer"),
    ...values("--post-file", "--body-file").map(() => FILE),
  ];
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** Where the answers go. */
function answered({ rest, values }: Options): readonly Effect[] {
  const answer = rest.length > 0 && rest.every(isLoopback) ? OUTPUT : DOWNLOAD;
  const [output] = values("-O", "--output-document");
  if (output === "-") return [prints(answer)];
  const [directory = "."] = values("-P", "--directory-prefix");
  return [...rest.map((url) => writes(output ?? `${directory}/${fileNameOf(url)}`, answer)), prints("")];
}
