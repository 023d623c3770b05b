import { readOptions } from "../../tools/options.ts";
import type { Text } from "../../values/abstract-text.ts";
import { placeInStack, stackOf } from "../../values/place.ts";
import type { Scope } from "../../values/scope.ts";
import { resolvePath } from "../../zones/zones.ts";
import type { Builtin } from "./builtin.ts";

export const cd: Builtin = ({ args, frame, invocation }) => {
  const [target = frame.scope.home] = readOptions(args, "", "first").rest;
  const { scope } = frame;
  const directories = invocation.environment.get("CDPATH") ?? (scope.isSet("CDPATH") ? scope.valuesOf("CDPATH") : []);
  if (target === "-") scope.cwd = scope.valuesOf("OLDPWD");
  else scope.cwd = [...searched(target, directories), ...scope.cwd.map((cwd) => resolvePath(target, cwd))];
  return "";
};

/** Where `CDPATH` leads: bash looks there first, for what does not begin with a slash or a dot. */
function searched(target: Text, paths: readonly Text[]): readonly Text[] {
  if (/^(?:\/|\.{1,2}(?:\/|$))/.test(target)) return [];
  const directories = paths.flatMap((value) => value.split(":"));
  return directories.filter((one) => one !== "" && one !== ".").map((one) => resolvePath(target, one));
}

/** The stack from now on; its first directory is the current one. */
function setStack(scope: Scope, [top, ...below]: readonly Text[]): void {
  if (top === undefined) return;
  scope.setArray("DIRSTACK", [[top, ...below]]);
  scope.cwd = [top];
}

const COUNT = /^[-+]\d+$/;

export const pushd: Builtin = (here) => {
  const { scope } = here.frame;
  const stack = stackOf(scope);
  const [target] = here.args.filter((arg) => arg !== "-n" && arg !== "--");
  const [top = "", second = "", ...below] = stack;
  if (target === undefined) setStack(scope, [second, top, ...below]);
  else if (COUNT.test(target)) {
    const at = placeInStack(target);
    setStack(scope, [...stack.slice(at), ...stack.slice(0, at)]);
  } else if (here.args.includes("-n")) scope.setArray("DIRSTACK", [[top, resolvePath(target, top), ...stack.slice(1)]]);
  else {
    cd({ ...here, args: [target] });
    scope.setArray("DIRSTACK", [[scope.cwd[0] ?? "", ...stack]]);
  }
  return "";
};

export const popd: Builtin = ({ args, frame: { scope } }) => {
  const stack = stackOf(scope);
  const count = args.find((arg) => COUNT.test(arg)) ?? (args.includes("-n") ? "+1" : "+0");
  const at = (placeInStack(count) + stack.length) % stack.length;
  const rest = stack.filter((_, index) => index !== at);
  if (rest.length === 0) scope.cwd = scope.valuesOf("OLDPWD");
  else setStack(scope, rest);
  return "";
};

export const dirs: Builtin = ({ args, frame: { scope } }) => {
  if (args.includes("-c")) scope.setArray("DIRSTACK", [[scope.cwd[0] ?? ""]]);
  const count = args.find((arg) => COUNT.test(arg));
  const stack = stackOf(scope);
  return `${count === undefined ? stack.join("\n") : (stack.at(placeInStack(count)) ?? "")}\n`;
};
