import { isLookAlike } from "../read/lexical.ts";
import { CLASS_CLOSE, CLASS_OPEN, isKnown, type Text } from "../values/abstract-text.ts";

/** What kind of host a name or address means; `listed` by the user. */
export type HostKind =
  | "loopback"
  | "listed"
  | "registry"
  | "documents"
  | "metadata"
  | "other"
  | "unknown"
  | "look-alike";

const LOOPBACK =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){1,3}|\[?::1\]?|0\.0\.0\.0|0|host\.docker\.internal|\[::\])$/i;
const METADATA =
  /^(?:169\.254\.169\.254|169\.254\.170\.2|metadata(?:\.google\.internal)?|metadata\.azure\.(?:com|internal)|100\.100\.100\.200|\[?fd00:ec2::254\]?|instance-data(?:\.ec2\.internal)?|2852039166|0xa9fea9fe|192\.0\.0\.192)$/i;
/** Domains of package registries and distributions: the domain itself and whatever lies below it. */
const REGISTRIES =
  /^(?:[\w-]+\.)*(?:npmjs\.org|yarnpkg\.com|jsr\.io|pypi\.org|pythonhosted\.org|crates\.io|(?:proxy|sum)\.golang\.org|rubygems\.org|maven\.org|maven\.apache\.org|plugins\.gradle\.org|packagist\.org|nuget\.org|debian\.org|ubuntu\.com|alpinelinux\.org|brew\.sh|conda\.anaconda\.org|download\.pytorch\.org|data\.pyg\.org|wheels\.vllm\.ai|hex\.pm|pub\.dev|cdn\.cocoapods\.org|services\.gradle\.org|registry\.terraform\.io|registry\.opentofu\.org|hackage\.haskell\.org|cran\.r-project\.org|metacpan\.org|luarocks\.org|opam\.ocaml\.org|unpkg\.com|cdn\.jsdelivr\.net)$/i;

/** Documentation that the makers of languages and platforms publish themselves: nobody else can put a page there. */
const DOCUMENTS =
  /^(?:docs\.python\.org|developer\.mozilla\.org|docs\.rs|doc\.rust-lang\.org|pkg\.go\.dev|docs\.oracle\.com|learn\.microsoft\.com|docs\.ruby-lang\.org|hexdocs\.pm|docs\.docker\.com|docs\.github\.com|docs\.gitlab\.com|kubernetes\.io|docs\.aws\.amazon\.com|(?:www\.)?(?:postgresql|sqlite|gnu|w3|php|rfc-editor|typescriptlang)\.(?:org|net)|nodejs\.org|go\.dev|man7\.org|en\.cppreference\.com)$/i;

/** The host of a URL, of `user@host:path`, or of a bare name; empty when none can be told. */
function hostOf(target: Text): Text {
  const withoutScheme = target.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/)?/i, (scheme) =>
    /:\/\/$|^(?:ext|git|ssh|tcp|udp|http|https|ftp):$/i.test(scheme) ? "" : scheme,
  );
  const authority = withoutScheme.split(/[/?#\\]/, 1)[0] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (host.startsWith("[")) return host.slice(0, host.indexOf("]") + 1);
  if (/^[\da-f]*(?::[\da-f]*){2,}$/i.test(host)) return host;
  return (host.split(":", 1)[0] ?? "").replace(/\.$/, "");
}

/** A port alone means the loopback host: `:3000/x`. */
const isBarePort = (target: Text): boolean => /^:\d+/.test(target);

/** What reaching this target means. */
export function hostKindOf(target: Text, listed: readonly string[] = []): HostKind {
  if (isBarePort(target)) return "loopback";
  // Brackets that bash would take for a glob are those of an address: `http://[::1]/`.
  const host = hostOf(target.replaceAll(CLASS_OPEN, "[").replaceAll(CLASS_CLOSE, "]"));
  if (isLookAlike(host)) return "look-alike";
  if (LOOPBACK.test(host)) return "loopback";
  if (METADATA.test(host)) return "metadata";
  if (!isKnown(host)) return "unknown";
  if (listed.includes(host.toLowerCase())) return "listed";
  if (REGISTRIES.test(host)) return "registry";
  if (DOCUMENTS.test(host)) return "documents";
  return host === "" ? "unknown" : "other";
}

/** Whether this target is the machine itself. */
export const isLoopback = (target: Text): boolean => hostKindOf(target) === "loopback";
