import { nameSecrecy, wordsOfName } from "../../knowledge/secret-names.ts";
import { type SecretValue, SHORTEST_SECRET } from "./secret-values.ts";

/** The values of the variables that look secret by name, and the passwords in addresses, whatever the name. */
export function secretValuesOf(environment: Readonly<Record<string, string | undefined>>): readonly SecretValue[] {
  const secrets: SecretValue[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value.trim().length < SHORTEST_SECRET) continue;
    const password = passwordIn(value);
    if (password !== undefined) secrets.push({ name, value: password });
    else if (holdsSecret(name) && !isHarmless(value)) secrets.push({ name, value });
  }
  return secrets;
}

/** Whether a variable may hold a secret: by its name, or because it is an address with a user in it. */
export const looksSecret = (name: string, value: string): boolean =>
  nameSecrecy(name) !== undefined || /[a-z][a-z0-9+.-]*:\/\/[^\s/]*@/i.test(value);

/** Whether the value itself is the secret: `API_KEY` is, `API_KEY_FILE` only says where it lies. */
function holdsSecret(name: string): boolean {
  return nameSecrecy(name) !== undefined && !ABOUT_A_SECRET.test(wordsOfName(name).at(-1) ?? "");
}

/** Last words of a name that mean a fact about the secret, not the secret: where it lies, how long it is. */
const ABOUT_A_SECRET =
  /^(?:SOCK|SOCKET|PATH|FILE|FILES|DIR|DIRECTORY|URL|URI|HOST|PORT|DOMAIN|ENDPOINT|ISSUER|PROVIDER|TYPE|METHOD|MODE|ALGORITHM|FORMAT|NAME|USER|USERNAME|EMAIL|EXPIRY|EXPIRES|TTL|TIMEOUT|LENGTH|SIZE|LIMIT|COUNT|ENABLED|DISABLED|VERSION|REGION|HELPER|COMMAND|CMD|STORE|CACHE)$/;

/** A path, a list of paths or an address says where something is; redacting it would only hide useful output. */
const isHarmless = (value: string): boolean =>
  /^(?:\.{0,2}\/|~\/|[a-z][a-z0-9+.-]*:\/\/)\S*$/i.test(value.trim()) && !/[?&#]/.test(value);

function passwordIn(value: string): string | undefined {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value.trim())?.[1];
  return password !== undefined && password.length >= SHORTEST_SECRET ? password : undefined;
}
