import { nameList } from "./name-list.ts";

/** How surely the name of a variable says that its value is a secret. */
export type NameSecrecy = "certain" | "likely";

/** Words of a name (`DB_PASSWORD`, `apiToken`) that say so for certain, and pairs of words that do. */
const CERTAIN_WORDS = new Set(
  nameList("SECRET SECRETS TOKEN TOKENS PASSWORD PASSWORDS PASSWD PASSPHRASE CREDENTIAL CREDENTIALS APIKEY PAT"),
);
const CERTAIN_PAIRS = new Set(nameList("API_KEY ACCESS_KEY PRIVATE_KEY AUTH_KEY SECRET_KEY"));
/** The end of one word that says the same: `PGPASSWORD`, `AUTHTOKEN`. */
const CERTAIN_END = /(?:PASSPHRASE|SECRETS?|TOKENS?|PASSWORDS?|PASSWD|CREDENTIALS?|APIKEY)$/;

/** Words that usually say so: the value of `SSH_KEY` is a secret, the one of `SORT_KEY` is not. */
const LIKELY_WORDS = new Set(
  nameList(`
    KEY KEYS PASS PASSCODE PWD CRED CREDS AUTH AUTHORIZATION BEARER JWT COOKIE COOKIES PRIVATE DSN OAUTH SIGNING WEBHOOK
  `),
);
/** A part of one word: `CLIENTSECRETVALUE` is one, and so is `passwordless`, which a question would only annoy. */
const LIKELY_PART = /KEYS?$|^APIKEY|SECRET(?!AR)|PASSWORD|PASSWD|CREDENTIAL/;
/** Secret by custom, without a word that says so: addresses that carry a password. */
const LIKELY_NAMES =
  /^(?:DATABASE|MONGO(?:DB)?|REDIS|POSTGRES(?:QL)?|MYSQL|AMQP|RABBITMQ|BROKER|CELERY_BROKER)_(?:URL|URI)$|CONNECTION_?STRING|^PGPASS/;

/** Everyday words that only end like one. */
const EVERYDAY = new Set(nameList("MONKEY HOTKEY HOTKEYS TURKEY DONKEY JOCKEY WHISKEY HOCKEY"));
/** Names that look secret and are places, not values. */
const PLACES = new Set(nameList("PWD OLDPWD SSH_AUTH_SOCK XAUTHORITY PASSWORD_STORE_DIR"));

/** The words that a name is made of, in capitals: `apiKey` is `API` and `KEY`. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/);

/**
 * What the name of a variable says about its value. By default no command inherits either kind, and both are
 * redacted: that costs nothing. The policy suspects only the certain ones: a question at each `$KEY` of a loop would be a false alarm.
 */
export function nameSecrecy(name: string): NameSecrecy | undefined {
  if (PLACES.has(name)) return undefined;
  const words = wordsOfName(name).map((word) => word.replace(/\d+$/, ""));
  const isCertain = words.some(
    (word, at) =>
      CERTAIN_WORDS.has(word) || CERTAIN_END.test(word) || CERTAIN_PAIRS.has(`${word}_${words[at + 1] ?? ""}`),
  );
  if (isCertain) return "certain";
  const isLikely = words.some((word) => LIKELY_WORDS.has(word) || (!EVERYDAY.has(word) && LIKELY_PART.test(word)));
  return isLikely || LIKELY_NAMES.test(name.toUpperCase()) ? "likely" : undefined;
}
