import type { Text } from "../../../values/abstract-text.ts";
import type { Program } from "../../effect.ts";
import { optionValues } from "../../option-values.ts";
import type { Row } from "../../tool-shape.ts";

const ADDRESS = /^[a-z+]+:\/\/|^[\w.-]+(?:\/[^@\s]*)?@[\w-]+(?:\.[\w-]+)+/;

const hasDomain = (host: Text): boolean => host.includes(".");

const servers: Program = ({ args, stdin }) =>
  [
    ...["-h", "--host", "--uri"].flatMap((option) => optionValues(option, args, stdin)),
    ...args.filter((arg) => ADDRESS.test(arg)),
  ]
    .filter(hasDomain)
    .map((from) => ({ kind: "fetches", from }));

/** A server with a dot in its name counts as another machine. */
export const SERVERS: Row = { by: servers };
