import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { isInside } from "../../files/path-inside.ts";
import { homeSecretsIn } from "../home-secrets.ts";

/** Toolchains by the directory in PATH that shows them, and what they need besides it. All below home. */
const KNOWN: readonly { readonly below: string; readonly needs: readonly string[] }[] = [
  { below: ".nvm", needs: [".nvm"] },
  { below: ".fnm", needs: [".fnm"] },
  { below: ".local/share/fnm", needs: [".local/share/fnm"] },
  { below: ".volta", needs: [".volta"] },
  { below: ".bun", needs: [".bun/bin", ".bun/install/global"] },
  { below: ".deno", needs: [".deno/bin"] },
  { below: ".local/share/pnpm", needs: [".local/share/pnpm"] },
  { below: ".pyenv", needs: [".pyenv"] },
  {
    below: ".local/bin",
    needs: [
      ".local/bin",
      ".local/lib",
      ".local/pipx/venvs",
      ".local/share/pipx/venvs",
      ".local/share/uv/python",
      ".local/share/uv/tools",
    ],
  },
  { below: ".cargo/bin", needs: [".cargo/bin", ".rustup"] },
  { below: ".rbenv", needs: [".rbenv"] },
  { below: ".rvm", needs: [".rvm"] },
  { below: ".asdf", needs: [".asdf"] },
  { below: ".local/share/mise", needs: [".local/share/mise"] },
  { below: ".sdkman", needs: [".sdkman/candidates"] },
  { below: ".ghcup", needs: [".ghcup"] },
  { below: ".jenv", needs: [".jenv"] },
  { below: ".dotnet", needs: [".dotnet"] },
  { below: "go/bin", needs: ["go/bin"] },
];

/** Always shown, whatever PATH says. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/opt", "/nix"];

export type ToolchainQuery = {
  readonly path: string;
  readonly home: string;
  readonly workspace: string;
  /** The node that runs nacre counts as a toolchain: commands call `node` too. */
  readonly node?: string;
};

/** Directories outside the system that PATH leads to, to be shown read-only. Never home itself, never a secret. */
export function toolchainsOf({ path, home, workspace, node = process.execPath }: ToolchainQuery): string[] {
  const found = new Set<string>();
  const secrets = homeSecretsIn(home);
  const isShowable = (one: string, beside = workspace): boolean =>
    one !== "/" &&
    !isInside(home, one) &&
    (beside === "" || !isInside(beside, one)) &&
    !secrets.some((secret) => isInside(one, secret));
  for (const entry of [...path.split(delimiter), dirname(node)]) {
    if (!isAbsolute(entry) || SYSTEM.some((system) => isInside(entry, system))) continue;
    if (isInside(entry, workspace) || !existsSync(entry)) continue;
    for (const needed of neededBy(entry, home, (prefix) => isShowable(prefix, ""))) {
      if (existsSync(needed) && isShowable(needed)) found.add(realpathSync(needed));
    }
  }
  const all = [...found].filter((directory) => isShowable(directory));
  return all.filter((one) => !all.some((other) => other !== one && isInside(one, other))).sort();
}

function neededBy(entry: string, home: string, isShowable: (prefix: string) => boolean): string[] {
  const known = KNOWN.find(({ below }) => isInside(entry, join(home, below)));
  if (known !== undefined) return known.needs.map((need) => join(home, need));
  const parent = dirname(entry);
  // PREFIX/bin stands for PREFIX, unless that would show more than a toolchain.
  return /^s?bin$/.test(basename(entry)) && isShowable(parent) && dirname(parent) !== "/" ? [parent] : [entry];
}
