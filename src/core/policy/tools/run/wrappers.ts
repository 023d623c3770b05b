import { family, type Tool, tool } from "../tool-shape.ts";
import { running } from "./running.ts";

/** Tools that run the rest of their arguments in another environment, or with other output. */
export const WRAPPERS: readonly Tool[] = family("everything", [
  tool(
    "nohup unbuffer setsid linux32 linux64 i386 x86_64 arch catchsegv eatmydata torsocks tsocks firejail dbus-launch cross-env cross-env-shell catatonit ccache sccache distcc",
    {
      ...running(""),
      examples: {
        "delete-vital": ["nohup rm -rf /usr"],
        fine: ["nohup ls"],
      },
    },
  ),
  tool("nice", {
    ...running("-n: --adjustment:"),
    examples: {
      "delete-vital": ["nice -n 1 rm -rf /usr"],
      fine: ["nice -n 1 ls"],
    },
  }),
  tool("envdir setlock shadowenv", {
    ...running("", 1),
    examples: {
      "delete-vital": ["envdir env rm -rf /usr"],
      fine: ["envdir env ls"],
    },
  }),
  tool("faketime", {
    ...running("-f", 1),
    examples: {
      "delete-vital": ["faketime 2026-01-01 rm -rf /usr"],
      fine: ["faketime 2026-01-01 ls"],
    },
  }),
  tool("proxychains4 proxychains", {
    ...running("-f:"),
    examples: {
      "delete-vital": ["proxychains4 -f 1 rm -rf /usr"],
      fine: ["proxychains4 -f 1 ls"],
    },
  }),
  tool("caffeinate", {
    ...running("-t: -w:"),
    examples: {
      "delete-vital": ["caffeinate -t 1 rm -rf /usr"],
      fine: ["caffeinate -t 1 ls"],
    },
  }),
  tool("fakeroot", {
    ...running("-l: -s: -i: -b:"),
    examples: {
      "delete-vital": ["fakeroot -l 1 rm -rf /usr"],
      fine: ["fakeroot -l 1 ls"],
    },
  }),
  tool("fakeroot-ng", {
    ...running("-p: -l:"),
    examples: {
      "delete-vital": ["fakeroot-ng -p 1 rm -rf /usr"],
      fine: ["fakeroot-ng -p 1 ls"],
    },
  }),
  tool("fakechroot", {
    ...running("-e: -l: -d: -c:"),
    examples: {
      "delete-vital": ["fakechroot -e 1 rm -rf /usr"],
      fine: ["fakechroot -e 1 ls"],
    },
  }),
  tool("proot", {
    ...running("-r: -b: -w: -q: -R: -S:"),
    examples: {
      "delete-vital": ["proot -r 1 rm -rf /usr"],
      fine: ["proot -r 1 ls"],
    },
  }),
  tool("dbus-run-session", {
    ...running("--config-file: --dbus-daemon:"),
    examples: {
      "delete-vital": ["dbus-run-session --config-file 1 rm -rf /usr"],
      fine: ["dbus-run-session --config-file 1 ls"],
    },
  }),
  tool("systemd-inhibit", {
    ...running("--what: --who: --why: --mode:"),
    examples: {
      "delete-vital": ["systemd-inhibit --what 1 rm -rf /usr"],
      fine: ["systemd-inhibit --what 1 ls"],
    },
  }),
  tool("systemd-cat", {
    ...running("-t: -p: --identifier: --priority:"),
    examples: {
      "delete-vital": ["systemd-cat -t 1 rm -rf /usr"],
      fine: ["systemd-cat -t 1 ls"],
    },
  }),
  tool("setpriv", {
    ...running("--reuid: --regid: --groups: --inh-caps: --ambient-caps: --bounding-set: --securebits: --pdeathsig:"),
    examples: {
      "delete-vital": ["setpriv --reuid 1 rm -rf /usr"],
      fine: ["setpriv --reuid 1 ls"],
    },
  }),
  tool("xvfb-run", {
    ...running("-a -n: -s: -e: -f: -p: -w: --server-args: --server-num:"),
    examples: {
      "delete-vital": ["xvfb-run -n 1 rm -rf /usr"],
      fine: ["xvfb-run -n 1 ls"],
    },
  }),
  tool("dotenv", {
    ...running("-f: -e: -c: -v: -p:"),
    does: [{ on: "list get", is: "read-workspace-secret" }],
    examples: {
      "read-workspace-secret": ["dotenv -f .env list"],
      "delete-vital": ["dotenv -f 1 rm -rf /usr"],
      fine: ["dotenv -f 1 ls"],
    },
  }),
  tool("dotenv-cli", {
    ...running("-f: -e: -c: -v:"),
    examples: {
      "delete-vital": ["dotenv-cli -f 1 rm -rf /usr"],
      fine: ["dotenv-cli -f 1 ls"],
    },
  }),
  tool("env-cmd", {
    ...running("-f: -e: -r:"),
    examples: {
      "delete-vital": ["env-cmd -f 1 rm -rf /usr"],
      fine: ["env-cmd -f 1 ls"],
    },
  }),
  tool("dumb-init", {
    ...running("-r: -c -v"),
    examples: {
      "delete-vital": ["dumb-init -r 1 rm -rf /usr"],
      fine: ["dumb-init -r 1 ls"],
    },
  }),
  tool("tini", {
    ...running("-p: -e: -g -v -s"),
    examples: {
      "delete-vital": ["tini -p 1 rm -rf /usr"],
      fine: ["tini -p 1 ls"],
    },
  }),
  tool("chronic", {
    ...running("-e -v"),
    examples: {
      "delete-vital": ["chronic rm -rf /usr"],
      fine: ["chronic ls"],
    },
  }),
  tool("retry", {
    ...running("-t: -d: -m: --times: --delay: --until: --while:"),
    examples: {
      "delete-vital": ["retry -t 1 rm -rf /usr"],
      fine: ["retry -t 1 ls"],
    },
  }),
  tool("rlwrap", {
    ...running("-a: -b: -c -f: -H: -s: -S: -p: -P: -C: -t: -l: -q: -r"),
    options: { writes: "-l -H", reads: "-f" },
    examples: {
      "write-startup": ["rlwrap -l ~/.bashrc cat"],
      "read-secret": ["rlwrap -f ~/.netrc cat"],
      "delete-vital": ["rlwrap -a 1 rm -rf /usr"],
      fine: ["rlwrap -a 1 ls"],
    },
  }),
  tool("sem", {
    ...running("-j: --id: --jobs:"),
    examples: {
      "delete-vital": ["sem -j 1 rm -rf /usr"],
      fine: ["sem -j 1 ls"],
    },
  }),
  tool("time", {
    ...running("-f: --format: -o: --output:"),
    options: { writes: "-o --output" },
    examples: {
      "delete-vital": ["\\time -f %e rm -rf /usr"],
      "write-vital": ["\\time -o /etc/passwd ls"],
      fine: ["time ls"],
    },
  }),
  tool("gtime", {
    ...running("-f: --format: -o: --output:"),
    options: { writes: "-o --output" },
    examples: {
      "delete-vital": ["gtime -f %e rm -rf /usr"],
      "write-vital": ["gtime -o /etc/passwd ls"],
      fine: ["gtime ls"],
    },
  }),
  tool("stdbuf", {
    ...running("-i: -o: -e: --input: --output: --error:"),
    examples: { "delete-vital": ["stdbuf -oL rm -rf /usr"], fine: ["stdbuf -o L ls"] },
  }),
  tool("ld.so", {
    ...running("--library-path: --preload: --audit: --argv0: --inhibit-rpath:"),
    also: [{ with: "--preload --audit", is: "loader-variable" }],
    examples: {
      "delete-vital": ["ld.so --argv0 x rm -rf /usr"],
      "loader-variable": ["ld.so --preload /tmp/x.so ls"],
      fine: ["ld.so --argv0 x ls"],
    },
  }),
  tool("scan-build", {
    ...running("-o:"),
    options: { writes: "-o" },
    examples: {
      "delete-vital": ["scan-build rm -rf /usr"],
      "write-vital": ["scan-build -o /etc/x make"],
      fine: ["scan-build -o report make"],
    },
  }),
  tool("bear", {
    ...running("--output:"),
    options: { writes: "--output" },
    examples: {
      "delete-vital": ["bear rm -rf /usr"],
      "write-vital": ["bear --output /etc/x make"],
      fine: ["bear -- make"],
    },
  }),
  tool("doppler infisical", {
    takes: "-p: -c: -t: --env: --path:",
    does: [{ on: "*", runs: 0 }],
    also: [
      { says: "delete", is: "destroy-remote" },
      { with: "secrets export configs read env show", without: "delete", is: "read-secret" },
    ],
    examples: {
      "delete-vital": ["doppler run -- rm -rf /usr"],
      "destroy-remote": ["doppler projects delete shop"],
      "read-secret": ["doppler secrets"],
      fine: ["doppler run -- npm test"],
    },
  }),
  tool("direnv", {
    does: [{ on: "*", runs: 1 }],
    also: [{ with: "allow permit grant edit", is: "run-helper" }],
    examples: {
      "delete-vital": ["direnv exec . rm -rf /usr"],
      "run-helper": ["direnv allow"],
      fine: ["direnv status"],
    },
  }),
  tool("ts", { examples: { fine: ["ts -s"] } }),
]);
