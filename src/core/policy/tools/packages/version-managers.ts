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
  tool("nvm fnm volta n asdf pyenv rbenv nodenv goenv sdk jenv tfenv", {
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
  tool("mise rtx proto ghcup xcodes", {
    does: [
      { on: "exec x run", by: runsWithVersion },
      { on: ["*", "list*"] },
      { on: ["install", "*"], is: "install-global" },
      { on: "install", with: "-*", is: "install-global" },
      { on: "use u", with: "-g --global", is: "install-global" },
      {
        on: "uninstall rm remove global default alias pin implode self-update plugin plugins upgrade self set",
        is: "install-global",
      },
    ],
    examples: {
      "git-discard": ["mise exec 22@x git push -f"],
      "install-global": ["mise install node@22", "mise install -y", "mise use -g node@22", "mise upgrade"],
      fine: ["mise install", "mise ls", "mise plugin list", "mise use node@22"],
    },
  }),
  tool("sdkmanager", {
    does: [{ with: "--list* --licenses --help" }, { with: "*", is: "install-global" }],
    examples: { "install-global": ["sdkmanager 'platforms;android-34'"], fine: ["sdkmanager --list", "sdkmanager"] },
  }),
  tool("xcode-select", {
    does: [{ with: "--install -s --switch -r --reset", is: "system-install" }],
    examples: { "system-install": ["xcode-select --install"], fine: ["xcode-select -p"] },
  }),
  tool("installer winetricks steamcmd", {
    does: [{ with: "-l --list -pkginfo -dominfo -volinfo list list-all" }, { with: "*", is: "system-install" }],
    examples: { "system-install": ["installer -pkg x.pkg -target /"], fine: ["installer -pkginfo", "installer"] },
  }),
  tool("spack raco mint arduino-cli", {
    does: [{ says: "install uninstall upgrade", within: 2, is: "install-global" }],
    examples: {
      "install-global": ["spack install hdf5", "spack core install arduino:avr"],
      fine: ["spack build", "spack find"],
    },
  }),
  tool("pio platformio", {
    does: [
      { says: "install uninstall upgrade", within: 2, is: "install-global" },
      { with: ["-t --target", "upload uploadfs program erase"], is: "change-remote", because: "the device" },
    ],
    examples: {
      "install-global": ["pio pkg install"],
      "change-remote": ["pio run -e esp32dev -t upload"],
      fine: ["pio run", "pio run -t clean", "pio test -e native"],
    },
  }),
  tool("ollama", {
    knows: "everything",
    does: [
      { on: "pull", is: "install-foreign" },
      { on: "push", is: "publish" },
      { on: "rm", is: "delete-outside", because: "a model that was downloaded" },
    ],
    examples: {
      "install-foreign": ["ollama pull llama3"],
      publish: ["ollama push me/x"],
      "delete-outside": ["ollama rm llama3"],
      fine: ["ollama list", "ollama run llama3 'what does rm -rf / do?'"],
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
