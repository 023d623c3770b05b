import { FILE, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, executes, type Family, type Program, reads, same, shell, writes } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { sshKeygen, vaultTool } from "../machine/credential-managers.ts";
import { readOptions } from "../options.ts";
import { cpio, sevenZip, tar, unzip, zip } from "./archives.ts";

/** An editor command line: what `:` commands run, write and read. */
function exCommand(command: Text, home: string): readonly Effect[] {
  const text = command.replace(/^\+/, "").replace(/^\s*:*\s*/, "");
  const placed = (path: Text): Text => path.replace(/^~(?=\/|$)/, home);
  const forced = /^(?:sav(?:eas)?|w(?:rite)?|wq|x)!\s+([^\s!]\S*)/.exec(text)?.[1];
  if (forced !== undefined) return [writes(placed(forced))];
  const bang =
    /(?:^|\|)\s*(?:(?:silent|sil|keepalt|exe(?:cute)?|%|\d+|\$|r(?:ead)?|w(?:rite)?|te(?:rm(?:inal)?)?)[! ]*\s*["']?)*!\s*(.+?)["']?$/s.exec(
      text,
    )?.[1];
  if (bang !== undefined) return [shell(bang)];
  const terminal = /^te(?:rm(?:inal)?)?\s+(.+)$/s.exec(text)?.[1];
  if (terminal !== undefined) return [shell(terminal)];
  const call =
    /\bsystem(?:list)?\s*\(\s*["'](.+?)["']\s*[,)]/s.exec(text)?.[1] ??
    /\bjobstart\s*\(\s*\[?["'](.+?)["']/s.exec(text)?.[1] ??
    /\btermopen\s*\(\s*["'](.+?)["']/s.exec(text)?.[1];
  if (call !== undefined) return [shell(call)];
  const code = /^(lua|luado|py3?|pyx|python3?|pydo|perl|perldo|ruby|rubydo|tcl|mz(?:scheme)?)\b\s*(.+)$/s.exec(text);
  if (code !== null)
    return [
      {
        kind: "code",
        text: code[2] ?? "",
        language: (code[1] ?? "").startsWith("py")
          ? "python"
          : (code[1] ?? "").startsWith("perl")
            ? "perl"
            : (code[1] ?? "").startsWith("ruby")
              ? "ruby"
              : "lua",
      },
    ];
  const written = /^(?:sav(?:eas)?|w(?:rite)?|wq|x|f(?:ile)?|redir\s*>)!?\s+(\S+)/.exec(text)?.[1];
  if (written !== undefined) return [writes(placed(written))];
  const sourced = /^(?:so(?:urce)?|ru(?:ntime)?|luafile|pyfile|py3file)!?\s+(\S+)/.exec(text)?.[1];
  if (sourced !== undefined) return [executes(sourced)];
  const set = /^set?\s+(?:shell|makeprg|grepprg|equalprg|formatprg|keywordprg)=(.+)$/s.exec(text)?.[1];
  if (set !== undefined) return [shell(set.replaceAll("\\ ", " ")), acts("run-helper")];
  return /^(?:e(?:dit)?|r(?:ead)?|sp(?:lit)?|tabe(?:dit)?)!?\s+([/~].*)$/.test(text)
    ? [reads(placed(text.replace(/^\w+!?\s+/, "")))]
    : [];
}

const vim: Program = (call) => {
  if (isInfo(call.args)) return [];
  const options = readOptions(
    call.args,
    "-c: -S: -w: -W: -u: -U: -i: -T: --cmd: --startuptime: --listen: --remote-send: --remote-expr: -t: -q: -r:",
  );
  const commands = [
    ...options.values("-c", "--cmd", "--remote-send", "--remote-expr"),
    ...options.rest.filter((word) => word.startsWith("+")),
  ];
  const files = options.rest.filter((word) => !word.startsWith("+"));
  return [
    ...commands.flatMap((command) => exCommand(command, call.scope.home)),
    ...(call.stdin === "" ? [] : call.stdin.split("\n").flatMap((line) => exCommand(line, call.scope.home))),
    ...options
      .values("-S", "-u", "-U")
      .filter((path) => !/^(?:NONE|NORC|DEFAULTS|\d+)$/.test(path))
      .map((path) => executes(path)),
    ...options.values("-w", "-W").map((path) => writes(path)),
    ...files.map((path) => writes(path)),
  ];
};

const ed: Program = ({ args, stdin }) => [
  ...stdin.split("\n").flatMap((line) => {
    const code = /^\s*(?:[\d,.$%]*[rw]?\s*)?!(.+)$/.exec(line)?.[1];
    if (code !== undefined) return [shell(code)];
    const path = /^\s*[\d,.$%]*[wW]\s+(\S+)/.exec(line)?.[1];
    return path === undefined ? [] : [writes(path)];
  }),
  ...args.filter((arg) => !arg.startsWith("-")).map((path) => writes(path)),
];

const emacs: Program = ({ args }) => {
  const options = readOptions(
    args,
    "--eval: --execute: -l: --load: -f: --funcall: --script: --chdir: -u: --visit: --insert:",
  );
  return [
    ...options.values("--eval", "--execute").map((text) => ({ kind: "code", text, language: "other" }) as const),
    ...options.values("-l", "--load", "--script").map((path) => executes(path)),
    ...args.flatMap((arg, index) =>
      /^-(?:eval|execute)$/.test(arg)
        ? [{ kind: "code", text: args[index + 1] ?? "", language: "other" } as const]
        : [],
    ),
  ];
};

/** Pagers: `+!cmd` and `+cmd` run at once. */
const pager: Program = ({ args }) => {
  const options = readOptions(args, "-k: -o: -O: -p: -P: -t: -T: -x: -y: -z: -j: -b: -h:");
  return [
    ...args.filter((arg) => /^\+\+?!/.test(arg)).map((arg) => shell(arg.replace(/^\+\+?!/, ""))),
    ...args.filter((arg) => /^\+\+?v/.test(arg)).map(() => acts("run-helper")),
    ...options.values("-o", "-O").map((path) => writes(path)),
    ...options.rest.filter((path) => !path.startsWith("+")).map((path) => reads(path)),
    { kind: "prints", text: FILE },
  ];
};

/** Editors, pagers, archivers and keepers of secrets. */
export const EDITORS: Family = {
  ...same("vim vi nvim gvim view ex rvim rview vimdiff neovim", vim),
  ...same("ed red", ed),
  ...same("emacs emacsclient", emacs),
  ...same("nano pico micro kak hx joe jed mcedit subl gedit kate", ({ args }) => [
    ...readOptions(args, "-s: --speller: -r: -Y: -T:").values("-s", "--speller").map(shell),
    ...readOptions(args, "-s: --speller: -e: -r: -Y: -T:")
      .rest.filter((path) => !path.startsWith("+"))
      .map((path) => writes(path)),
  ]),
  ...same("code codium cursor windsurf", ({ args }) =>
    args.some((arg) => /^--(?:install|uninstall)-extension/.test(arg))
      ? [acts("install-global")]
      : args[0] === "tunnel" || args[0] === "serve-web"
        ? [acts("remote-shell", "a tunnel")]
        : [],
  ),
  ...same("less more most pg", pager),
  ...same("tar gtar bsdtar star", tar),
  zip,
  ...same("unzip bsdunzip", unzip),
  ...same("cpio pax", cpio),
  ...same("7z 7za 7zz 7zr p7zip rar unrar", sevenZip),
  ...same("ar ranlib strip objcopy patchelf", ({ args }) =>
    args.filter((arg) => !arg.startsWith("-") && arg.includes("/")).map((path) => writes(path)),
  ),
  ...same("pass gopass passage", vaultTool(/^(?:ls|list|version|help|find|search|git)$/)),
  op: vaultTool(/^(?:--version|whoami|account)$/),
  ...same(
    "bw lpass keepassxc-cli kpcli rbw dashlane dcli chamber",
    vaultTool(/^(?:status|--version|help|sync|config)$/),
  ),
  vault: vaultTool(/^(?:status|version|server|path-help|policy)$/),
  security: vaultTool(/^(?:list-keychains|default-keychain|help)$/),
  ...same("secret-tool kwallet-query gnome-keyring keyring keyctl", vaultTool(/^(?:--help|--list|show-root)$/)),
  ...same("sops ansible-vault git-crypt age rage", ({ args }) =>
    args.some((arg) => /^(?:-d|--decrypt|decrypt|view|unlock|exec-env|exec-file|edit)$/.test(arg))
      ? [acts("read-workspace-secret")]
      : [],
  ),
  ...same("aws-vault saml2aws aws-sso gimme-aws-creds okta-aws", ({ args }) =>
    args[0] === "exec" && args.includes("--")
      ? [{ kind: "runs", argv: args.slice(args.indexOf("--") + 1) }, acts("read-secret")]
      : isInfo(args) || args[0] === "list"
        ? []
        : [acts("read-secret")],
  ),
  "ssh-keygen": sshKeygen,
  "ssh-add": ({ args }) =>
    args.some((arg) => /^-[lL]$/.test(arg))
      ? []
      : [
          acts("read-secret"),
          ...readOptions(args, "-s: -t: -e:")
            .values("-s")
            .map((path) => acts("loader-variable", path)),
        ],
  "ssh-agent": ({ args }) => (args.length > 0 && !args[0]?.startsWith("-") ? [{ kind: "runs", argv: args }] : []),
  ...same("mimikatz lazagne truffleHog trufflehog hashdump unshadow pypykatz", () => [acts("read-secret")]),
  ...same("xdg-open open sensible-browser www-browser", ({ args }) =>
    args.filter((arg) => /^https?:/.test(arg)).map((from) => ({ kind: "fetches", from }) as const),
  ),
  ...same("pbpaste xclip xsel wl-paste", ({ args, name }) =>
    name === "pbpaste" || name === "wl-paste" || args.some((arg) => /^-o|^--output|^-out/.test(arg))
      ? [acts("read-workspace-secret", "the clipboard")]
      : [],
  ),
  ...same("scrot screencapture gnome-screenshot maim grim spectacle flameshot xwd", ({ args }) =>
    isInfo(args) ? [] : [acts("read-secret", "the screen")],
  ),
  ...same("xdotool ydotool xte wtype", () => [acts("trace-process")]),
  ffmpeg: ({ args }) => [
    ...(args.some((arg) => /x11grab|avfoundation|pulse|alsa/.test(arg))
      ? [acts("read-secret", "screen or microphone")]
      : []),
    ...args
      .slice(-1)
      .map((path) => (/^\w+:\/\//.test(path) ? ({ kind: "sends", to: path, data: FILE } as const) : writes(path))),
  ],
};
