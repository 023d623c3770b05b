import { nameList } from "./name-list.ts";

/** What is shown of a settings file: the keys on a list, by the way the file is written. */
export type GoodSettings =
  /** `key = value` or `key value`, in sections or not; an indented line belongs to the key above it. */
  | { readonly written: "lines"; readonly keys: RegExp; readonly sections?: RegExp }
  /**
   * YAML: the key is the whole way to it, `npmScopes.corp.npmRegistryServer`. Values in braces are not read; the key
   * `instead` then leads nowhere.
   */
  | { readonly written: "yaml"; readonly keys: RegExp; readonly instead?: string }
  /** XML: elements whose text is shown, and those that are left out with all they hold. */
  | { readonly written: "xml"; readonly keys: RegExp; readonly without: readonly string[] };

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
export const PACKAGE_SETTINGS: readonly PackageSettings[] = [
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
        omit include omit-lockfile-registry-resolved install-(?:strategy|links) prefer-(?:offline|online|dedupe)
        save(?:-dev|-peer|-optional|-bundle|-workspace-protocol)? tag access audit fund update-notifier progress
        maxsockets foreground-scripts init-(?:license|version|type) resolution-mode link-workspace-packages
        (?:public-)?hoist-pattern(?:\\[\\])? prefer-frozen-lockfile dedupe-peer-dependents side-effects-cache
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
      instead: "npmRegistryServer",
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
