import type { Rule } from "./rule.ts";

/** The ids of these rules. */
export type FileRule =
  | "delete-vital"
  | "delete-home"
  | "delete-guarded"
  | "delete-outside"
  | "delete-unknown"
  | "delete-workspace"
  | "delete-temp-root"
  | "write-vital"
  | "write-device"
  | "write-startup"
  | "write-guard"
  | "plant-link"
  | "write-watched"
  | "write-outside"
  | "write-unknown"
  | "work-outside"
  | "access-vital"
  | "access-outside"
  | "set-id-bit"
  | "read-secret"
  | "read-workspace-secret"
  | "read-home";

/** Rules about what a command does to files. */
export const FILE_RULES: Readonly<Record<FileRule, Rule>> = {
  "delete-vital": {
    decision: "deny",
    reason: "This deletes the root directory, a system directory or everything above the workspace.",
    suggestion: "Name the directory inside the workspace that should go, for example `rm -rf ./build`.",
    examples: {
      caught: ["rm -rf /", "rm -rf /usr/lib", "cd / && rm -rf *", 'rm -rf "$X"/*'],
      fine: ["rm -rf ./usr", "echo rm -rf /"],
    },
  },
  "delete-home": {
    decision: "deny",
    reason: "This deletes the home directory or a part of it that cannot be replaced.",
    suggestion: "Delete the one file or cache you mean by its full path.",
    examples: { caught: ["rm -rf ~", "rm -rf ~/Documents"], fine: ["rm -rf dist"] },
  },
  "delete-guarded": {
    decision: "deny",
    reason: "This deletes credentials, startup files, agent settings or records of what was done.",
    suggestion: "Leave the file; say which entry should go, so that the user can remove it.",
    examples: { caught: ["rm -rf ~/.ssh", "rm ~/.bashrc"], fine: ["rm .env.local"] },
  },
  "delete-outside": {
    decision: "ask",
    reason: "This deletes files outside the workspace.",
    suggestion: "Keep the work inside the workspace or a directory of your own under /tmp.",
    examples: { caught: ["rm -rf ../other", "rm ~/old.txt"], fine: ["rm old.txt", "rm -rf /tmp/mine"] },
  },
  "delete-unknown": {
    decision: "ask",
    reason: "What this deletes cannot be known from the text.",
    suggestion: "Write the path out, or set the variable in the same command.",
    examples: { caught: ['rm -rf "$DIR"'], fine: ['DIR=build; rm -rf "$DIR"'] },
  },
  "delete-workspace": {
    decision: "ask",
    reason: "This empties the workspace or removes its git history.",
    suggestion: "Name the directories that are meant, or use `git clean -n` to see what would go.",
    examples: { caught: ["rm -rf .", "rm -rf .git"], fine: ["rm -rf dist/*"] },
  },
  "delete-temp-root": {
    decision: "ask",
    reason: "This empties the temporary directory that other programs use too.",
    suggestion: "Name your own files: `rm -rf /tmp/my-build`.",
    examples: { caught: ["rm -rf /tmp/*"], fine: ["rm -rf /tmp/mine"] },
  },
  "write-vital": {
    decision: "deny",
    reason: "This changes a file of the operating system.",
    suggestion: "Write inside the workspace and let the user install it.",
    examples: { caught: ["echo x > /etc/passwd", "cp a /usr/bin/ls"], fine: ["cat /etc/passwd"] },
  },
  "write-device": {
    decision: "deny",
    reason: "This writes to a device and destroys what is on it.",
    suggestion: "Write to an image file in the workspace instead.",
    examples: {
      caught: ["cat x > /dev/sda", "dd if=/dev/zero of=/dev/nvme0n1"],
      fine: ["echo x > /dev/null", "dd if=/dev/zero of=disk.img count=1"],
    },
  },
  "write-startup": {
    decision: "deny",
    reason: "This plants something that a later login, shell or tool would run by itself.",
    suggestion: "Put settings for this project into the workspace.",
    examples: { caught: ["echo x >> ~/.bashrc", "cp k ~/.ssh/authorized_keys"], fine: ["echo x >> notes.txt"] },
  },
  "plant-link": {
    decision: "deny",
    reason: "What is written through this link lands among credentials or startup files.",
    suggestion: "Copy the file that is needed into the workspace.",
    examples: { caught: ["ln -s ~/.ssh/config x"], fine: ["ln -s ../shared x"] },
  },
  "write-guard": {
    decision: "deny",
    reason: "This changes what guards or steers the agent: its settings, git hooks, editor tasks or records.",
    suggestion: "Ask the user to make this change.",
    examples: {
      caught: ["echo '{}' > .claude/settings.json", "cp x .git/hooks/pre-commit"],
      fine: ["cat .git/config"],
    },
  },
  "write-watched": {
    decision: "ask",
    reason: "An editor, a hook runner or a shell reads this file and runs what it says.",
    suggestion: "Show the change to the user before it is made.",
    examples: { caught: ["echo x > .envrc"], fine: ["cat .envrc"] },
  },
  "write-outside": {
    decision: "ask",
    reason: "This writes outside the workspace.",
    suggestion: "Write below the workspace or /tmp.",
    examples: { caught: ["echo x > ~/notes.txt", "touch ../x"], fine: ["touch x"] },
  },
  "write-unknown": {
    decision: "ask",
    reason: "Where this writes cannot be known from the text.",
    suggestion: "Write the path out, or set the variable in the same command.",
    examples: { caught: ['echo x > "$OUT"'], fine: ['OUT=a.txt; echo x > "$OUT"'] },
  },
  "work-outside": {
    decision: "ask",
    reason: "This builds or changes a project outside the workspace.",
    suggestion: "Work on a copy inside the workspace.",
    examples: { caught: ["cd ~/other && npm run build"], fine: ["cd src && npm run build"] },
  },
  "access-vital": {
    decision: "deny",
    reason: "This changes owner or permissions of system files or of the whole home directory.",
    suggestion: "Change the one file in the workspace that needs it.",
    examples: { caught: ["chmod -R 777 /", "chown -R dev /usr"], fine: ["chmod -R 755 dist"] },
  },
  "access-outside": {
    decision: "ask",
    reason: "This changes owner or permissions outside the workspace.",
    suggestion: "Copy the file into the workspace and change the copy.",
    examples: { caught: ["chmod -R 755 ../shared"], fine: ["chmod 755 bin/x"] },
  },
  "set-id-bit": {
    decision: "deny",
    reason: "A set-uid file or a capability gives every user who runs it more rights.",
    suggestion: "Run it without the bit; the user can install it where it needs more rights.",
    examples: { caught: ["chmod 4755 /tmp/sh", "chmod u+s x"], fine: ["chmod 0755 x"] },
  },
  "read-secret": {
    decision: "deny",
    reason: "This reads credentials, keys, histories or another process's memory.",
    suggestion: "Ask the user for the one value that is needed.",
    examples: { caught: ["cat ~/.ssh/id_rsa", "cat /etc/shadow"], fine: ["cat ~/.ssh/id_rsa.pub"] },
  },
  "read-workspace-secret": {
    decision: "ask",
    reason: "This shows secrets that live in the workspace or the environment.",
    suggestion: "Look at the example file, or only at the names: `cut -d= -f1 .env`.",
    examples: { caught: ["cat .env", "echo $API_TOKEN"], fine: ["cat .env.example"] },
  },
  "read-home": {
    decision: "ask",
    reason: "This reads everything below the home directory or the root, credentials included.",
    suggestion: "Name the directory that is meant.",
    examples: { caught: ["grep -r password ~"], fine: ["grep -r x src"] },
  },
};
