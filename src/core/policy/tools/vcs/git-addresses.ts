import { DOWNLOAD, type Text } from "../../values/abstract-text.ts";
import { hostKindOf } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, writes } from "../effect.ts";
import { readOptions } from "../options.ts";
import { settingForOneCall } from "./git-settings.ts";

/** How `git clone` writes its options. */
export const CLONE =
  "-b: --branch: --depth: -o: --origin: --upload-pack: -u: --reference: --template: -c: --config: -j: --jobs: --filter: --separate-git-dir: --bundle-uri: --shallow-since: --server-option:";
/** How the other commands that reach a repository do. */
export const REACHING =
  "--depth: -o: --upload-pack: -j: --jobs: --filter: --shallow-since: --server-option: --refmap: --exec: --remote: -s: --strategy: -X: --strategy-option: --format: --output: --prefix: --force";

const isAddress = (word: Text): boolean => /:\/\/|^[\w.-]+@[\w.-]+:/.test(word);
const isAway = (address: Text): boolean => isAddress(address) && hostKindOf(address) !== "loopback";

const reached = (words: readonly Text[]): readonly Effect[] =>
  words.filter(isAddress).map((from) => ({ kind: "fetches", from }));

/** The addresses among the words are reached. */
export const reaches: Program = ({ args }) => {
  const { rest, values } = readOptions(args, REACHING);
  return reached([...rest, ...values("--remote")]);
};

/** The directory that git names after an address: `app` for `https://host/app.git`. */
const directoryOf = (address: Text): Text =>
  address
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split(/[/:]/)
    .at(-1) ?? "";

/** A clone reaches its address, takes settings, and fills a directory. */
export const clones: Program = ({ args }) => {
  const { rest, values } = readOptions(args, CLONE);
  const [from = "", into = directoryOf(from)] = rest;
  return [
    ...values("-c", "--config").flatMap(settingForOneCall),
    ...reached([...rest, ...values("--bundle-uri")]),
    ...(into === "" ? [] : [writes(`${into}/`, isAway(from) ? DOWNLOAD : undefined)]),
  ];
};

/** A push to an address, not to a remote that the user has set up. */
export const pushesToAddress: Program = ({ args }): readonly Effect[] => {
  const address = args.find(isAddress) ?? "";
  return [isAway(address) ? acts("leak", address) : acts("publish")];
};

/** A refspec that overwrites local branches, or every ref there is. */
export const overwritesBranches: Program = ({ args }) =>
  args.some((arg) => /^\+?refs\/\*|^\+.*:refs\/heads/.test(arg)) ? [acts("git-discard")] : [];
