import { clientsWithToken, clientTokenFile } from "./client-tokens.ts";
import { isToken, loadToken } from "./token.ts";
import { TokenFile } from "./token-file.ts";

/** Whose token it is: a named client's, or the main one. */
export type Owner = { readonly client: string | undefined };

/** The main token and those of named clients, as their files hold them at each request. */
export class Tokens {
  readonly #path: string;
  readonly #say: (sentence: string) => void;
  readonly #main: TokenFile;
  readonly #clients = new Map<string, TokenFile>();

  /** Makes the main token when there is none. An unusable file is a fault. */
  constructor(path: string, say: (sentence: string) => void) {
    loadToken(path);
    this.#path = path;
    this.#say = say;
    this.#main = new TokenFile(path, say);
  }

  /** Undefined while its file holds none. */
  main(): string | undefined {
    return this.#main.current();
  }

  /** Undefined: it is no token. */
  ownerOf(given: string): Owner | undefined {
    if (isToken(given, this.main())) return { client: undefined };
    const names = clientsWithToken(this.#path);
    for (const name of this.#clients.keys()) if (!names.includes(name)) this.#clients.delete(name);
    const client = names.find((name) => isToken(given, this.#fileOf(name).current()));
    return client === undefined ? undefined : { client };
  }

  #fileOf(client: string): TokenFile {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const file = new TokenFile(clientTokenFile(this.#path, client), this.#say);
    this.#clients.set(client, file);
    return file;
  }
}
