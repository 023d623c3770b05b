import type { Text } from "../../values/abstract-text.ts";
import { type Program, runs, shell } from "../effect.ts";
import { family, type Tool, tool } from "../tool-shape.ts";

const NOT_THE_COMMAND = /@|^-/;

/** `mise exec node@22 -- node x`: the command stands behind `--`, or behind versions and options. */
const runsWithVersion: Program = ({ args: [, ...args] }) => {
  const at = args.indexOf("--");
  const first = at === -1 ? args.findIndex((arg) => !NOT_THE_COMMAND.test(arg)) : at + 1;
  return first === -1 ? [] : [runs(args.slice(first))];
};

const RUNS = /^(?:--run|--command|-c)$/;
const isRun = (arg: Text): boolean => RUNS.test(arg);

/** All that stands behind `--run` is one command. */
const runsInEnvironment: Program = ({ args }) => [shell(args.slice(args.findIndex(isRun) + 1).join(" "))];

/** Tools that install versions of languages, and environments with programs in them. */
export const VERSION_MANAGERS: readonly Tool[] = family("verbs", [
  tool("nvm fnm volta n asdf mise rtx pyenv rbenv nodenv goenv sdk jenv tfenv", {
    does: [
      { on: "exec x run", by: runsWithVersion },
      { on: ["*", "list*"] },
      { on: ["install", "*"], is: "install-global" },
      { on: "install", with: "-*", is: "install-global" },
      {
        on: "uninstall global default alias pin implode self-update plugin system unload deactivate upgrade self set",
        is: "install-global",
      },
    ],
    examples: {
      "git-discard": ["nvm exec 22@x git push -f", "nvm exec 22 -- git push -f"],
      "install-global": ["nvm install 22", "nvm install --lts", "nvm alias default 22"],
      fine: ["nvm install", "nvm ls", "nvm plugin list", "nvm exec node@22 -- node x.js"],
    },
  }),
  tool("nix nix-shell devbox devenv", {
    does: [
      { with: "--run --command -c", by: runsInEnvironment },
      { on: ["run", ".* /*"] },
      { on: ["run", "*#* *:*"], is: "install-foreign" },
      { on: "profile env channel store collect-garbage", is: "install-global" },
      { on: ["global", "add"], is: "install-global" },
    ],
    examples: {
      "git-discard": ["nix shell nixpkgs#git -c git push -f"],
      "install-foreign": ["nix run github:a/b"],
      "install-global": ["nix profile install x", "nix global add x"],
      fine: ["nix build", "nix run .#test"],
    },
  }),
]);
