import { isKnown, type Text } from "../../values/abstract-text.ts";
import { acts, type Effect, type Program, runs, shell } from "../effect.ts";
import { KNOWN_RUNNERS } from "../known-packages.ts";
import { type Options, readOptions } from "../options.ts";

/** How npm, pnpm and yarn write their options. */
export const NPM =
  "--registry: --prefix: -C: --cwd: --dir: -w: --workspace: --filter: --tag: --otp: --scope: --userconfig: --globalconfig: --pack-destination: --store-dir: --modules-dir: --logs-dir: --reporter: --cache: --loglevel: --script-shell: --node-options: -c: --call: -p: --package: --omit: --include: --global --access: --save-dev --save-exact";
export const NPX =
  "-p: --package: -c: --call: -w: --workspace: --cache: --userconfig: --registry: -n: --node-options: --shell:";

/** A package that comes from an address or a forge, not from the registry. */
const isSource = (word: Text): boolean =>
  /^(?:git[+:]|https?:|ssh:|git@|github:|gitlab:|bitbucket:|gist:|hg\+|svn\+)|^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(word) &&
  !/^\.{1,2}\//.test(word);

export const installsSource: Program = ({ args }) =>
  readOptions(args, NPM).rest.slice(1).some(isSource) ? [acts("install-foreign")] : [];

/** The name of a package without its version: `a@1`, `@scope/a@1`. */
const unversioned = (name: Text): Text => name.replace(/^(@[^/@]+\/[^/@]+|[^/@]+)@.*$/, "$1");
const isWellKnown = (name: Text): boolean => KNOWN_RUNNERS.has(unversioned(name));

/** These have only what is installed run. */
const INSTALLED_ONLY = ["--no-install", "--no"];

/** `npx x`: a well-known tool is ordinary; any other may be fetched from an unknown author and run. */
function runsPackage(words: readonly Text[], { values, has }: Options): readonly Effect[] {
  const code = values("-c", "--call", "--shell-mode");
  if (code.length > 0) return code.map(shell);
  const [tool, ...args] = words;
  if (tool === undefined) return [];
  const packages = values("-p", "--package");
  if ([tool, ...packages].some(isSource)) return [acts("install-foreign", tool)];
  const plain = unversioned(tool);
  return [
    ...(has(...INSTALLED_ONLY) || [tool, ...packages].every(isWellKnown) ? [] : [acts("install-foreign", tool)]),
    ...(isKnown(plain) && !args.includes("--help") ? [runs([plain.replace(/^@[^/]+\//, ""), ...args])] : []),
  ];
}

/** `npm exec`, `pnpm dlx`. */
export const execs: Program = ({ args }) => {
  const options = readOptions(args, NPM);
  return runsPackage(options.rest.slice(1), options);
};

export const npx: Program = ({ args }) => {
  const options = readOptions(args, NPX, "first");
  return runsPackage(options.rest, options);
};

/** `npm create vite` runs the package `create-vite`. */
export const creates: Program = ({ args }) => {
  const [, tool] = readOptions(args, NPM).rest;
  if (tool === undefined || KNOWN_RUNNERS.has(`create-${unversioned(tool)}`)) return [];
  return [acts("install-foreign", tool)];
};
