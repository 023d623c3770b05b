import { FILE } from "../../values/abstract-text.ts";
import { NO_CLOBBER } from "../../values/shell-variables.ts";
import { acts, type Program, prints, writes } from "../effect.ts";
import { readOptions } from "../options.ts";

/** A mode such as `-x` looks like an option. */
const TAKES_AWAY = /^-[rwxXst]+$/;
/** A mode with the set-user bit. The set-group bit alone is how a shared directory hands its group on. */
export const SETS_USER_ID: RegExp = /^0?[4567]\d{3}$|(?:^|,)(?!g[+=])[ugoa]*[+=][rwxX]*s/;

/** Modes with which nobody can read. */
const HIDES = /^0*[0-3]?00$|^a=$|^a?-r/;

/** Modes without which their owner cannot write. */
const LOCKS = /^0?[0145][0-7]{2}$|(?:^|,)[ua]*(?:-[rxXst]*w|=(?!\w*w))/;

export const chmod: Program = ({ args, scope }) => {
  if (args.some((arg) => LOCKS.test(arg))) scope.set(NO_CLOBBER, ["on"]);
  const options = readOptions(
    args.filter((arg) => !TAKES_AWAY.test(arg)),
    "--reference: --recursive --verbose --changes --silent",
  );
  const hasMode = !options.has("--reference") && !args.some((arg) => TAKES_AWAY.test(arg));
  const paths = hasMode ? options.rest.slice(1) : options.rest;
  return [
    ...(hasMode && SETS_USER_ID.test(options.rest[0] ?? "") ? [acts("set-id-bit")] : []),
    ...paths.map((path) => ({ kind: "opens-access", path, recursive: true }) as const),
    // A guard that cannot be read guards nothing.
    ...(hasMode && HIDES.test(options.rest[0] ?? "") ? paths.map((path) => writes(path, FILE)) : []),
    prints(""),
  ];
};
