import { isKnown, type Text } from "../../../values/abstract-text.ts";
import { acts, type Program } from "../../effect.ts";
import { optionValues } from "../../option-values.ts";
import type { Row } from "../../tool-shape.ts";

const ADDRESS = /^[a-z+]+:\/\/|^[\w.-]+(?:\/[^@\s]*)?@[\w-]+(?:\.[\w-]+)+/;

/** A server among words of a connection: `host=db.example.com dbname=app`. */
const CONNECTION = /^(?:\w+=\S+\s+)*host(?:addr)?=(\S+)/;

const hasDomain = (host: Text): boolean => host.includes(".");

const servers: Program = ({ args, stdin }) =>
  [
    ...["-h", "--host", "--uri"].flatMap((option) => optionValues(option, args, stdin)),
    ...args.filter((arg) => ADDRESS.test(arg)),
    ...args.flatMap((arg) => CONNECTION.exec(arg)?.[1] ?? []),
  ]
    .filter(hasDomain)
    .map((from) => ({ kind: "fetches", from }));

const CHANGES = /\b(?:delete\s+from|update\s+[\w".]+\s+set|alter\s+(?:table|system|database)|truncate)\b/i;

/** Statements that change what is stored, for a database that only a variable names. */
const unknownDatabase: Program = ({ args, stdin }) =>
  args.some((arg) => !isKnown(arg) && !/\s|^-/.test(arg)) && CHANGES.test([...args, stdin].join("\n"))
    ? [acts("destroy-remote")]
    : [];

/** What changes an unknown database may change the one that others use. */
export const UNKNOWN_DATABASE: Row = { by: unknownDatabase };

/** A server with a dot in its name counts as another machine. */
export const SERVERS: Row = { by: servers };
