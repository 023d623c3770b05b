import { rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../../core/base/fault.ts";
import { shown } from "../../../core/base/show-value.ts";
import { namesIn } from "../../../core/files/list-directory.ts";
import { loadToken } from "./token.ts";

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** What the name of a client must be: it is a word of an address and the name of a file. */
export const CLIENT_NAMES =
  "1 to 40 lower-case letters, digits, hyphens and underscores, the first a letter or a digit";

export const isClientName = (text: string): boolean => NAME.test(text);

/** Where the tokens of named clients are: a file for each, beside the main token. */
const directoryOf = (tokenFile: string): string => `${tokenFile}.d`;

export const clientTokenFile = (tokenFile: string, client: string): string => join(directoryOf(tokenFile), client);

/** The clients that have a token of their own. Files with other names are not looked at. */
export const clientsWithToken = (tokenFile: string): readonly string[] =>
  namesIn(directoryOf(tokenFile)).filter(isClientName).toSorted();

/** The token of a client; made when it has none. */
export function loadClientToken(tokenFile: string, client: string): string {
  if (!isClientName(client)) {
    throw new Fault("CONFIG_INVALID", `${shown(client)} is no name for a client; it must have ${CLIENT_NAMES}`);
  }
  return loadToken(clientTokenFile(tokenFile, client));
}

/** Removes the token of a client, from which moment a running server refuses it. */
export function removeClientToken(tokenFile: string, client: string): void {
  const known = clientsWithToken(tokenFile);
  if (!known.includes(client)) {
    const others = known.length === 0 ? "no client has one" : `those with one are ${known.join(", ")}`;
    throw new Fault("CONFIG_INVALID", `${shown(client)} has no token; ${others}`);
  }
  rmSync(clientTokenFile(tokenFile, client));
}
