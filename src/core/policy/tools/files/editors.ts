import { family, type Tool, tool } from "../tool-shape.ts";
import { ed, VIM_OPTIONS, vim } from "./editor-commands.ts";

/** Tools that edit the files they are given. */
export const EDITORS: readonly Tool[] = family("everything", [
  tool("vim vi nvim gvim view ex rvim rview vimdiff neovim", {
    by: vim,
    takes: VIM_OPTIONS,
    ignores: "+*",
    options: { writes: "-w -W" },
    operands: "writes",
    examples: {
      "delete-vital": ["vim -c ':!rm -rf /' a.txt", "vim '+!rm -rf /'", "echo ':!rm -rf /' | vim -es"],
      "write-startup": ["vim ~/.bashrc", "vim -w ~/.bashrc a.txt", "vim -c 'w! ~/.bashrc' a.txt"],
      "run-foreign": ["vim -S /tmp/x.vim a.txt"],
      "read-secret": ["vim -c 'r ~/.ssh/id_rsa' a.txt"],
      fine: ["vim a.txt", "vim -u NONE -c 'wq' a.txt", "cd /tmp && vim -u NONE /tmp/a.txt"],
    },
  }),
  tool("ed red", {
    by: ed,
    operands: "writes",
    examples: {
      "write-startup": ["ed ~/.bashrc", "echo 'w /home/dev/.bashrc' | ed -s a.txt"],
      "delete-vital": ["echo '!rm -rf /' | ed"],
      "read-secret": ["echo 'r /etc/shadow' | ed -s"],
      fine: ["printf '1p\\nw\\nq\\n' | ed -s a.txt"],
    },
  }),
  tool("emacs emacsclient", {
    takes:
      "--eval: --execute: -l: --load: -f: --funcall: -L: --directory: --script: --init-directory: --chdir: --visit: --insert:",
    options: {
      other: "--eval --execute -eval -execute",
      loads: "-l --load -L --directory --script --init-directory",
    },
    ignores: "+*",
    operands: "writes",
    examples: {
      "write-startup": ["emacs ~/.bashrc"],
      "delete-vital": ["emacs --batch --eval '(shell-command \"rm -rf /\")'"],
      "run-foreign": ["emacs --batch -l /tmp/x.el"],
      fine: ["emacs --batch -l build.el", "emacs --eval '(+ 1 2)'"],
    },
  }),
  tool("nano pico", {
    takes: "-s: --speller: -e: -r: -Y: -T:",
    ignores: "+*",
    options: { helper: "-s --speller", loads: "-f --rcfile", writes: "-C --backupdir" },
    operands: "writes",
    examples: {
      "run-helper": ["nano -s ./spell.sh a.txt"],
      "run-foreign": ["nano --rcfile=/tmp/rc a.txt"],
      "write-vital": ["nano --backupdir=/etc a.txt"],
      "write-startup": ["nano ~/.bashrc"],
      fine: ["nano +5 a.txt"],
    },
  }),
  tool("micro kak hx joe", {
    options: { shell: "-e~! -E~! -ui~%sh", loads: "-c --config -config-dir" },
    operands: "writes",
    examples: {
      "delete-vital": ["micro -e '!rm -rf /'"],
      "run-foreign": ["micro --config /tmp/micro.toml a.txt"],
      "write-startup": ["micro ~/.bashrc"],
      fine: ["micro a.txt"],
    },
  }),
  tool("jed mcedit subl gedit kate", {
    ignores: "+*",
    takes: "",
    operands: "writes",
    examples: { "write-startup": ["jed ~/.bashrc"], fine: ["jed +5 a.txt"] },
  }),
  tool("code codium cursor windsurf", {
    does: [
      { with: "--install-extension* --uninstall-extension*", is: "install-global" },
      { on: "tunnel serve-web", is: "remote-shell", because: "a tunnel" },
    ],
    examples: {
      "install-global": ["code --install-extension evil.tool"],
      "remote-shell": ["code tunnel --name x"],
      fine: ["code .", "code --list-extensions"],
    },
  }),
  tool("vipe", { does: [{ is: "run-helper" }], examples: { "run-helper": ["ls | vipe"], fine: ["vipe --help"] } }),
]);
