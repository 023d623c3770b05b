import type { Text } from "../../values/abstract-text.ts";
import { hostKindOf } from "../../zones/hosts.ts";
import { acts, type Effect, type Program, runs } from "../effect.ts";
import { isInfo } from "../file-readers.ts";
import { KNOWN_RUNNERS } from "../known-packages.ts";
import { readOptions } from "../options.ts";
import { works } from "../run/builders.ts";

export const registry = (values: readonly Text[]): readonly Effect[] =>
  values
    .filter((url) => !/^(?:registry|loopback)$/.test(hostKindOf(url)))
    .map((url) => ({ kind: "sends", to: url, data: url }));

export const pip: Program = ({ args }) => {
  if (isInfo(args)) return [];
  const options = readOptions(
    args,
    "-r: --requirement: -c: --constraint: -i: --index-url: --extra-index-url: -f: --find-links: -t: --target: --prefix: --root: -e: --editable: --trusted-host: --python: --proxy: -d: --dest: --src: --platform: --python-version: --cache-dir: --user",
  );
  const [command = "", ...words] = options.rest;
  const effects: Effect[] = [
    ...registry([
      ...options.values("-i", "--index-url", "--extra-index-url", "--proxy"),
      ...options.values("-f", "--find-links").filter((url) => /:\/\//.test(url)),
    ]),
  ];
  if (command === "config")
    return /^(?:set|unset|edit)$/.test(words[0] ?? "") ? [acts("write-startup", "pip's settings")] : [];
  if (command === "uninstall")
    return words.some((word) => /^(?:pip|setuptools|wheel)$/.test(word)) ? [acts("system-install")] : [];
  if (!/^(?:install|download|wheel|sync|add)$/.test(command)) return effects;
  const foreign = [...words, ...options.values("-e", "--editable", "-r", "--requirement")].some((word) =>
    /^(?:https?|git\+|hg\+|svn\+|bzr\+|ftp|git@)|@ *(?:https?|git\+)/.test(word),
  );
  for (const path of options.values("-t", "--target", "--prefix", "--root")) effects.push({ kind: "creates", path });
  if (options.has("--user", "--break-system-packages")) effects.push(acts("install-global"));
  return [works, ...effects, ...(foreign ? [acts("install-foreign")] : [])];
};

export const uv: Program = (call) => {
  const [command = "", ...rest] = call.args.filter(
    (arg, index, all) => !(arg.startsWith("-") && index === 0 && all.length > 1),
  );
  if (command === "pip") return pip({ ...call, args: rest });
  if (command === "publish") return [acts("publish")];
  if (command === "tool" && rest[0] === "install") return [acts("install-global")];
  if (command === "tool" && rest[0] === "run") return pipxRun(rest.slice(1));
  if (command === "run") {
    const words = readOptions(
      rest,
      "--with: --python: -p: --project: --directory: --group: --extra: --env-file: --with-requirements: --package: -m: --module:",
      "first",
    ).rest;
    return words.length === 0 ? [works] : [works, runs(words)];
  }
  if (command === "python" && rest[0] === "install") return [acts("install-global")];
  return command === "self" ? [acts("install-global")] : [works];
};

export const pipxRun = (args: readonly Text[]): readonly Effect[] => {
  const [tool = ""] = readOptions(args, "--spec: --python: --from: --with: -p:", "first").rest;
  return KNOWN_RUNNERS.has(tool.replace(/[@=<>].*$/, "")) &&
    !args.some((arg) => /^--(?:spec|from)/.test(arg) && /:\/\//.test(args.join(" ")))
    ? []
    : tool === ""
      ? []
      : [acts("install-foreign", tool)];
};

export const pipx: Program = ({ args }) => {
  const [command = "", ...rest] = args;
  if (command === "run") return pipxRun(rest);
  return /^(?:list|--version|environment|--help)$/.test(command) ? [] : [acts("install-global")];
};
