import { ANY, DOWNLOAD, FILE, holesOf, OUTPUT, type Text } from "../../values/abstract-text.ts";
import {
  acts,
  type Call,
  type Effect,
  type Family,
  type Program,
  prints,
  reads,
  same,
  shell,
  writes,
} from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { readOptions } from "../options.ts";
import { ftp, local, nc, rclone, scp, socat, ssh, tunnel } from "./remote.ts";

/** The name a download gets when none is given. */
const fileNameOf = (url: Text): Text => url.split(/[?#]/, 1)[0]?.replace(/\/+$/, "").split("/").at(-1) || "index.html";

const CURL =
  "-o: --output: -d: --data: --data-raw: --data-binary: --data-urlencode: --data-ascii: --json: -F: --form: --form-string: -T: --upload-file: -H: --header: -X: --request: -u: --user: -x: --proxy: -A: --user-agent: -e: --referer: -b: --cookie: -c: --cookie-jar: -K: --config: --cacert: --cert: -E: --key: --connect-to: --resolve: --unix-socket: --abstract-unix-socket: -m: --max-time: --connect-timeout: --retry: --retry-delay: --limit-rate: -r: --range: -w: --write-out: --output-dir: -D: --dump-header: --url: --url-query: -y: -Y: -z: --interface: --dns-servers: --proxy-header: --preproxy: --socks5: --socks5-hostname: --socks4: --netrc-file: --stderr: --trace: --trace-ascii: --capath: --pass: -Q: --quote: -t: --telnet-option: -C: --continue-at: -P: --hostpubmd5: --mail-from: --mail-rcpt: --max-redirs: --noproxy: --oauth2-bearer: --aws-sigv4: --variable: --expand-url: --libcurl: --remote-name --remote-name-all --remote-header-name --netrc";

const curl: Program = (call) => {
  if (isInfo(call.args)) return [];
  const options = readOptions(call.args, CURL);
  const urls = [...options.rest, ...options.values("--url", "--expand-url")];
  const effects: Effect[] = [];
  const data: Text[] = [];
  for (const value of options.values(
    "-d",
    "--data",
    "--data-binary",
    "--data-urlencode",
    "--data-ascii",
    "--json",
    "--url-query",
    "--variable",
  )) {
    const file = /^(?:[\w%]+)?@(.*)$/s.exec(value)?.[1];
    data.push(file === undefined ? value : file === "-" ? call.stdin || FILE : FILE);
    if (file !== undefined && file !== "-") effects.push(reads(file));
  }
  for (const value of options.values("-F", "--form")) {
    const file = /=[@<]([^;]*)/.exec(value)?.[1];
    data.push(file === undefined ? value : file === "-" ? call.stdin || FILE : FILE);
    if (file !== undefined && file !== "-") effects.push(reads(file));
  }
  for (const file of options.values("-T", "--upload-file")) {
    data.push(file === "-" || file === "." ? call.stdin || FILE : FILE);
    if (file !== "-") effects.push(reads(file));
  }
  data.push(
    ...options.values(
      "-H",
      "--header",
      "-u",
      "--user",
      "-b",
      "--cookie",
      "-A",
      "--user-agent",
      "-e",
      "--referer",
      "--form-string",
      "--data-raw",
      "--oauth2-bearer",
    ),
  );
  for (const file of options.values("-K", "--config", "--netrc-file", "--key", "-E", "--cert"))
    effects.push(reads(file));
  for (const file of options.values("-K", "--config")) effects.push(acts("network", `whatever ${file} says`));
  for (const file of options.values("-b", "--cookie").filter((value) => !value.includes("=")))
    effects.push(reads(file));
  const body = holesOf(data.join("\n"));
  const sockets = options.values("--unix-socket", "--abstract-unix-socket");
  for (const socket of sockets) {
    if (/docker|containerd|podman|crio/.test(socket)) effects.push(acts("container-escape", socket));
    else effects.push({ kind: "writes", path: socket });
  }
  for (const proxy of options.values("-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname", "--socks4"))
    if (!local(proxy)) effects.push({ kind: "sends", to: proxy, data: body });
  for (const value of options.values("--connect-to", "--resolve"))
    effects.push({ kind: "sends", to: value.split(":").slice(2, 3).join("") || ANY, data: body });
  const away = sockets.length > 0 ? [] : urls.filter((url) => !local(url));
  for (const to of sockets.length > 0 ? [] : urls) {
    if (to.startsWith("file:")) effects.push(reads(to.replace(/^file:\/\/(?:localhost)?/, "")));
    else effects.push(data.length > 0 ? { kind: "sends", to, data: body } : { kind: "fetches", from: to });
  }
  const answer = away.length > 0 ? DOWNLOAD : OUTPUT;
  const [directory] = options.values("--output-dir");
  const into = (name: Text): Text => (directory === undefined ? name : `${directory}/${name}`);
  const named = options.values("-o", "--output").filter((path) => path !== "-");
  for (const path of named) effects.push(writes(into(path), answer));
  for (const path of options.values(
    "-D",
    "--dump-header",
    "-c",
    "--cookie-jar",
    "--stderr",
    "--trace",
    "--trace-ascii",
    "--libcurl",
  ))
    effects.push(writes(path, OUTPUT));
  const remoteName = options.has("-O", "-J", "--remote-name", "--remote-name-all", "--remote-header-name");
  if (remoteName) for (const url of urls) effects.push(writes(into(fileNameOf(url)), answer));
  return [...effects, prints(named.length > 0 || remoteName ? "" : answer)];
};

const wget: Program = (call) => {
  if (isInfo(call.args)) return [];
  const options = readOptions(
    call.args,
    "-O: --output-document: -o: --output-file: -a: --append-output: -P: --directory-prefix: -i: --input-file: --post-file: --post-data: --body-file: --body-data: --method: --header: -U: --user-agent: --user: --password: -T: --timeout: -t: --tries: -e: --execute: --load-cookies: --save-cookies: --referer: -Q: -l: --level: -A: -R: -D: -I: -X: -w: --wait: --limit-rate: --use-askpass: --certificate: --private-key: -B: --base: --config:",
  );
  const effects: Effect[] = [];
  const data: Text[] = [
    ...options.values(
      "--post-data",
      "--body-data",
      "--header",
      "--user",
      "--password",
      "-U",
      "--user-agent",
      "--referer",
    ),
  ];
  for (const file of options.values("--post-file", "--body-file")) {
    data.push(FILE);
    effects.push(reads(file));
  }
  for (const helper of options.values("--use-askpass")) effects.push(shell(helper), acts("run-helper"));
  for (const file of options.values("-i", "--input-file")) effects.push(reads(file), acts("network"));
  for (const to of options.rest)
    effects.push(data.length > 0 ? { kind: "sends", to, data: data.join("\n") } : { kind: "fetches", from: to });
  const body = options.rest.every(local) && options.rest.length > 0 ? OUTPUT : DOWNLOAD;
  const [output] = options.values("-O", "--output-document");
  if (output === "-") return [...effects, prints(body)];
  const [directory = "."] = options.values("-P", "--directory-prefix");
  for (const url of options.rest) effects.push(writes(output ?? `${directory}/${fileNameOf(url)}`, body));
  return [...effects, prints("")];
};

/** Plain clients that print what they get: the first operand is the host. */
const client =
  (spec = ""): Program =>
  (call) => {
    if (isInfo(call.args)) return [];
    const { rest } = readOptions(call.args, spec);
    const [host] = rest;
    return host === undefined ? [] : [{ kind: "sends", to: host, data: call.stdin + rest.join(" ") }, prints(DOWNLOAD)];
  };

/** Names asked of the network: whatever is put into one is told to somebody. */
const lookup: Program = ({ args }) => {
  const { rest, values } = readOptions(
    args,
    "-t: -p: -c: -x: -q: -f: -r: -b: -k: -y: -i: -I: -s: -W: -w: -m: -M: -Q: -D: -F: -g: -S: -T: --type:",
  );
  const names = [...rest, ...values("-x", "-q")].filter(
    (word) => !/^\+|^(?:A|AAAA|TXT|MX|NS|SOA|CNAME|ANY|PTR|SRV|txt|any|in|IN)$/.test(word),
  );
  return [
    ...names.map((name) => ({ kind: "sends", to: name.replace(/^@/, ""), data: values("-p").join("") }) as const),
    prints(DOWNLOAD),
  ];
};

const mail: Program = (call) => [
  {
    kind: "sends",
    to: call.args.find((arg) => arg.includes("@")) ?? ANY,
    data: call.stdin === "" ? call.args.join(" ") : FILE,
  },
  acts("leak"),
];

const scanner: Program = ({ args }) => {
  if (isInfo(args)) return [];
  const { rest, values } = readOptions(args, "-p: -o: -oN: -iL: --script: -e: -T: --script-args:");
  const effects: Effect[] = values("--script")
    .filter((script) => /[/.]/.test(script))
    .map((script) => acts("run-helper", script));
  return [...effects, ...(rest.length > 0 && rest.every(local) ? [] : [acts("network")])];
};

const upload: Program = ({ args, stdin }) =>
  isInfo(args)
    ? []
    : [
        ...args.filter((arg) => !arg.startsWith("-")).map((path) => reads(path)),
        { kind: "sends", to: ANY, data: FILE + stdin },
      ];

const httpie: Program = (call) => {
  const words = readOptions(call.args, "-a: --auth: -o: --output: --proxy: --session: -A: --verify: --cert:").rest;
  const method = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(words[0] ?? "");
  const url = words[method ? 1 : 0] ?? ANY;
  const items = words.slice(method ? 2 : 1);
  const files = items.flatMap((item) => /[:=]?@(.+)$/.exec(item)?.[1] ?? []);
  const effects: Effect[] = files.map((path) => reads(path));
  const data = items.join("\n") + (files.length > 0 ? FILE : "") + call.stdin;
  return [...effects, { kind: "sends", to: url, data }, prints(local(url) ? OUTPUT : DOWNLOAD)];
};

const downloader: Program = (call: Call) => {
  const { rest, values } = readOptions(
    call.args,
    "-o: -d: -x: -s: -P: --output: -O: --dir: --out: --on-download-complete: --exec:",
  );
  return [
    ...values("--exec", "--on-download-complete").map(shell),
    ...rest.filter((word) => /[.:/]/.test(word)).map((from) => ({ kind: "fetches", from }) as const),
    ...rest.map((url) =>
      writes(`${values("-d", "--dir", "-P")[0] ?? "."}/${values("-o", "--out", "-O")[0] ?? fileNameOf(url)}`, DOWNLOAD),
    ),
    prints(DOWNLOAD),
  ];
};

/** Everything that talks to another machine. */
export const NETWORK: Family = {
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  ...same("http https xh xhs httpie", httpie),
  ...same("aria2c axel lwp-download fetch yt-dlp youtube-dl snarf", downloader),
  ...same("GET POST HEAD lwp-request lynx w3m links elinks browsh", client("-o: -d:")),
  ...same("nc ncat netcat nc.openbsd nc.traditional", nc),
  socat,
  ssh,
  autossh: (call) =>
    ssh({ ...call, args: call.args.filter((arg, index) => !arg.startsWith("-M") && call.args[index - 1] !== "-M") }),
  mosh: ssh,
  sshpass: ({ args }) => [{ kind: "runs", argv: readOptions(args, "-p: -f: -d: -P:", "first").rest }],
  sshfs: scp,
  "ssh-copy-id": () => [acts("persist"), acts("network")],
  "ssh-keyscan": client("-p: -t: -T: -f:"),
  ...same("scp pscp", scp),
  sftp: (call) => [...scp({ ...call, args: call.args }), ...ftp(call)],
  ...same("ftp lftp tftp ncftp ncftpput ncftpget", ftp),
  ...same("rsh rexec", ssh),
  ...same("telnet rlogin finger", client("-l: -p: -e: -b:")),
  ...same(
    "dig nslookup host drill kdig delv dog doggo ping ping6 fping hping3 traceroute tracepath mtr whois arping nping dnsrecon dnsenum fierce",
    lookup,
  ),
  ...same(
    "nmap masscan zmap rustscan nikto sqlmap hydra medusa gobuster ffuf dirb wfuzz wpscan nuclei enum4linux smbclient rpcclient crackmapexec responder tcpdump tshark wireshark ettercap bettercap arpspoof aircrack-ng john hashcat msfconsole msfvenom",
    scanner,
  ),
  ...same("mail mailx mutt sendmail msmtp swaks ssmtp s-nail mpack", mail),
  ...same(
    "ngrok cloudflared localtunnel lt bore frpc chisel gost sshuttle zrok tailscale zerotier-cli pagekite inlets telebit serveo tmate teleconsole gotty ttyd wetty shellinabox",
    tunnel,
  ),
  rclone,
  ...same(
    "transfer.sh croc wormhole magic-wormhole ffsend sendme filebin 0x0 pastebinit termbin gist sprunge ix dropbox_uploader",
    upload,
  ),
  websocat: client(),
  wscat: (call) => [
    { kind: "sends", to: readOptions(call.args, "-c: -x: -H:").values("-c")[0] ?? ANY, data: call.stdin },
  ],
  grpcurl: client("-d: -H: -proto: -import-path:"),
  ...same("bore-cli frp rathole", tunnel),
};
