import { ANY, DOWNLOAD, FILE, holesOf, OUTPUT, type Text } from "../../values/abstract-text.ts";
import { isLoopback } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, prints, reads, writes } from "../effect.ts";
import { type Options, readOptions } from "../options.ts";
import { wordsOf } from "../word-list.ts";
import { fileNameOf } from "./downloader.ts";

export const CURL_OPTIONS =
  "-o: --output: -d: --data: --data-raw: --data-binary: --data-urlencode: --data-ascii: --json: -F: --form: --form-string: -T: --upload-file: -H: --header: -X: --request: -u: --user: -x: --proxy: -A: --user-agent: -e: --referer: -b: --cookie: -c: --cookie-jar: -K: --config: --cacert: --cert: -E: --key: --connect-to: --resolve: --unix-socket: --abstract-unix-socket: -m: --max-time: --connect-timeout: --retry: --retry-delay: --limit-rate: -r: --range: -w: --write-out: --output-dir: -D: --dump-header: --url: --url-query: -y: -Y: -z: --interface: --dns-servers: --proxy-header: --preproxy: --socks5: --socks5-hostname: --socks4: --netrc-file: --stderr: --trace: --trace-ascii: --capath: --pass: -Q: --quote: -t: --telnet-option: -C: --continue-at: -P: --hostpubmd5: --mail-from: --mail-rcpt: --max-redirs: --noproxy: --oauth2-bearer: --aws-sigv4: --variable: --expand-url: --libcurl: --remote-name --remote-name-all --remote-header-name --netrc";

/** Options whose value goes out, or the file behind its `@`. */
const BODIES = wordsOf("-d --data --data-binary --data-urlencode --data-ascii --json --url-query --variable");
/** Options whose value goes out as it is. */
const TEXTS = wordsOf(
  "-H --header -u --user -b --cookie -A --user-agent -e --referer --form-string --data-raw --oauth2-bearer",
);

/** The port of a database, a search service or a broker: a DELETE there drops what is stored, like a statement would. */
const DATA_SERVICE = /^(?:https?:\/\/)?[^/?#]*:(?:2379|5984|6333|7700|8086|8108|8200|8500|8983|9200|15672)(?:[/?#]|$)/;

/** Something that goes out: a text, or the contents of a file. */
type Sent = { readonly data: Text; readonly file?: Text };

export const curl: Program = ({ args, stdin }) => {
  const options = readOptions(args, CURL_OPTIONS);
  const urls = [...options.rest, ...options.values("--url", "--expand-url")];
  const sent = sentParts(options, stdin);
  const sockets = options.values("--unix-socket", "--abstract-unix-socket");
  return [
    ...sent.flatMap(({ file }) => (file === undefined ? [] : [reads(file)])),
    ...options.values("-b", "--cookie").flatMap((value) => (value.includes("=") ? [] : [reads(value)])),
    ...sockets.map(connected),
    ...detours(options, sent),
    ...(sockets.length > 0 ? [] : urls.map((url) => reached(url, sent))),
    ...(options.values("-X", "--request").includes("DELETE") && urls.some((url) => DATA_SERVICE.test(url))
      ? [acts("destroy-remote")]
      : []),
    ...answered(options, urls, sockets.length === 0 && !urls.every(isLoopback)),
  ];
};

function sentParts({ values }: Options, stdin: Text): readonly Sent[] {
  const part = (value: Text, file: Text | undefined): Sent => {
    if (file === undefined) return { data: value };
    return file === "-" ? { data: stdin || FILE } : { data: FILE, file };
  };
  return [
    ...values(...BODIES).map((value) => part(value, /^[\w%]*@(.*)$/s.exec(value)?.[1])),
    ...values("-F", "--form").map((value) => part(value, /=[@<]([^;]*)/.exec(value)?.[1])),
    ...values("-T", "--upload-file").map((file) => part(file, file === "." ? "-" : file)),
    ...values(...TEXTS).map((data) => ({ data })),
  ];
}

const bodyOf = (sent: readonly Sent[]): Text => holesOf(sent.map(({ data }) => data).join("\n"));

const connected = (socket: Text): Effect =>
  /docker|containerd|podman|crio/.test(socket) ? acts("container-escape", socket) : writes(socket);

/** Other machines that the request goes through: proxies and replaced addresses. */
function detours({ values }: Options, sent: readonly Sent[]): readonly Effect[] {
  const data = bodyOf(sent);
  return [
    ...values("-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname", "--socks4"),
    ...values("--connect-to", "--resolve").map((value) => value.split(":")[2] || ANY),
  ].map((to) => ({ kind: "sends", to, data }));
}

function reached(url: Text, sent: readonly Sent[]): Effect {
  if (url.startsWith("file:")) return reads(url.replace(/^file:\/\/(?:localhost)?/, ""));
  return sent.length > 0 ? { kind: "sends", to: url, data: bodyOf(sent) } : { kind: "fetches", from: url };
}

/** Where the answer goes: into the files that are named, or else to the output. */
function answered({ has, values }: Options, urls: readonly Text[], away: boolean): readonly Effect[] {
  const answer = away ? DOWNLOAD : OUTPUT;
  const [directory] = values("--output-dir");
  const names = [
    ...values("-o", "--output").filter((path) => path !== "-"),
    ...(has("-O", "-J", "--remote-name", "--remote-name-all", "--remote-header-name") ? urls.map(fileNameOf) : []),
  ];
  const isNamed = names.length > 0;
  return [
    ...names.map((name) => writes(directory === undefined ? name : `${directory}/${name}`, answer)),
    prints(isNamed ? "" : answer),
  ];
}
