import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WITHHELD_ADDRESS } from "../../base/without-credentials.ts";
import { passesThrough } from "../../files/link-leads-through.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { nameList } from "../../knowledge/name-list.ts";
import { type GoodSettings, goodPartOf } from "./good-settings.ts";

/** A package manager: where a user's settings for it lie below home, what of them is shown, and where credentials lie. */
type PackageSettings = {
  readonly tool: string;
  readonly files: readonly string[];
  readonly good: GoodSettings;
  /** Files that hold credentials alone; `files` may hold some too. */
  readonly credentials?: readonly string[];
};

/** One expression for a list of keys; each is an expression itself. */
const anyOf = (keys: string): RegExp => new RegExp(`^(?:${nameList(keys).join("|")})$`, "i");

/** The lists of the good: registries, indexes, proxies, and what changes how packages are chosen. */
const SETTINGS: readonly PackageSettings[] = [
  {
    tool: "npm",
    files: [".npmrc", ".config/pnpm/rc"],
    good: {
      written: "lines",
      keys: anyOf(`
        registry @[\\w.-]+:registry (?:https?-)?proxy noproxy no-proxy cafile strict-ssl
        fetch-(?:retries|timeout) network-timeout save-(?:exact|prefix) engine-strict loglevel
        legacy-peer-deps ignore-scripts package-lock lockfile before min(?:imum)?-release-age
        node-linker shamefully-hoist auto-install-peers strict-peer-dependencies hoist
      `),
    },
  },
  {
    tool: "yarn",
    files: [".yarnrc"],
    good: {
      written: "lines",
      keys: anyOf("registry @[\\w.-]+:registry (?:https?-)?proxy strict-ssl cafile network-timeout"),
    },
  },
  {
    tool: "yarn",
    files: [".yarnrc.yml"],
    good: {
      written: "yaml",
      instead: `npmRegistryServer: "${WITHHELD_ADDRESS}"`,
      keys: anyOf(`
        npmRegistryServer npmScopes(?:\\.[^.]+(?:\\.npmRegistryServer)?)? https?Proxy nodeLinker
        unsafeHttpWhitelist enableStrictSsl httpsCaFilePath enableTelemetry npmMinimalAgeGate
      `),
    },
  },
  {
    tool: "pip",
    files: [".config/pip/pip.conf", ".pip/pip.conf"],
    credentials: [".netrc"],
    good: {
      written: "lines",
      keys: anyOf(`
        index-url extra-index-url index no-index find-links trusted-host proxy cert timeout retries
        prefer-binary only-binary no-binary require-virtualenv pre
      `),
    },
  },
  {
    tool: "uv",
    files: [".config/uv/uv.toml"],
    credentials: [".local/share/uv/credentials/credentials.toml", ".netrc"],
    good: {
      written: "lines",
      sections: anyOf("index pip"),
      keys: anyOf(`
        index-url extra-index-url index name url default explicit find-links no-index index-strategy
        native-tls allow-insecure-host prerelease exclude-newer resolution
      `),
    },
  },
  {
    tool: "cargo",
    files: [".cargo/config.toml", ".cargo/config"],
    credentials: [".cargo/credentials.toml", ".cargo/credentials"],
    good: {
      written: "lines",
      sections: anyOf("source\\..* registries(?:\\..*)? registry net http build target\\..* profile\\..*"),
      keys: anyOf(`
        (?:\\w[\\w-]*\\.)?index registry replace-with directory local-registry git branch protocol
        default retry offline git-fetch-with-cli proxy cainfo check-revoke timeout multiplexing jobs
        target incremental linker rustflags opt-level debug lto strip
      `),
    },
  },
  {
    tool: "go",
    files: [".config/go/env"],
    credentials: [".netrc"],
    good: {
      written: "lines",
      keys: anyOf("GOPROXY GOPRIVATE GONOPROXY GONOSUMDB GOSUMDB GOINSECURE GOVCS GOTOOLCHAIN"),
    },
  },
  {
    tool: "maven",
    files: [".m2/settings.xml"],
    credentials: [".m2/settings-security.xml"],
    good: {
      written: "xml",
      without: ["servers", "properties", "pluginGroups"],
      keys: anyOf(`
        id name url mirrorOf layout blocked active activeByDefault activeProfile protocol host port
        nonProxyHosts enabled updatePolicy checksumPolicy offline
      `),
    },
  },
  {
    tool: "gem",
    files: [".gemrc"],
    credentials: [".gem/credentials"],
    good: { written: "yaml", keys: anyOf(":?sources :?ssl_ca_cert :?ssl_verify_mode :?http_proxy gem") },
  },
  {
    tool: "gem",
    files: [".bundle/config"],
    good: { written: "yaml", keys: anyOf("BUNDLE_MIRROR__.* BUNDLE_JOBS BUNDLE_RETRY BUNDLE_WITHOUT") },
  },
];

/** A user's settings for package managers as commands get them. */
export type ShownSettings = {
  /** By path relative to home. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that are not shown, or not whole, because of a credential, by the tool that reads them. */
  readonly withheld: readonly Withheld[];
};

export type Withheld = { readonly tool: string; readonly path: string };

/**
 * Leaves out a file that a link leads to through a directory that commands can write: it may be any file.
 */
export function packageSettingsOf(home: string, writable: readonly string[] = []): ShownSettings {
  const files = new Map<string, string>();
  const withheld: Withheld[] = [];
  for (const { tool, files: names, good, credentials = [] } of SETTINGS) {
    for (const name of names) {
      const text = readAt(join(home, name), writable);
      if (text === undefined) continue;
      const shown = goodPartOf(text, good);
      files.set(name, `${shown}\n`);
      if (holdsMore(text, shown)) withheld.push({ tool, path: join(home, name) });
    }
    withheld.push(
      ...credentials.flatMap((name) => (existsSync(join(home, name)) ? [{ tool, path: join(home, name) }] : [])),
    );
  }
  return { files, withheld };
}

function readAt(path: string, writable: readonly string[]): string | undefined {
  if (passesThrough(path, writable)) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // the user has none
  }
}

/** Words of a setting that holds a credential. */
const CREDENTIAL = /auth|token|passw|secret|credential|username|:\/\/[^\s/]*@|<server>|[?&]\w+=/gi;

const holdsMore = (whole: string, shown: string): boolean =>
  (whole.match(CREDENTIAL)?.length ?? 0) > (shown.match(CREDENTIAL)?.length ?? 0);

/** Puts them below a directory, each at its place in a home. */
export function writePackageSettings({ files }: ShownSettings, below: string): void {
  for (const [name, text] of files) {
    const path = join(below, name);
    if (!existsSync(dirname(path))) makeDirectory(dirname(path), 0o755);
    writeFileSync(path, text, { mode: 0o644 });
  }
}
