/** A whole segment of a name (`DB_PASS`, `MY_PAT`) that says: the value is a secret. */
const SECRET_SEGMENTS = new Set(
  (
    "KEY KEYS SECRET SECRETS TOKEN TOKENS PASSWORD PASSWORDS PASSWD PASS PASSPHRASE PASSCODE PWD CREDENTIAL CREDENTIALS " +
    "CRED CREDS AUTH AUTHORIZATION BEARER JWT COOKIE COOKIES PAT PRIVATE DSN APIKEY OAUTH SIGNING WEBHOOK"
  ).split(" "),
);
/** Part of a segment that says the same (`APIKEY`, `AUTHTOKEN`, `CLIENTSECRETVALUE`), and everyday words that only end like one. */
const SECRET_PART = /KEYS?$|PASSPHRASE$|^APIKEY|SECRET(?!AR)|TOKENS?$|PASSWORD|PASSWD|CREDENTIAL/;
const EVERYDAY = new Set(["MONKEY", "HOTKEY", "HOTKEYS", "TURKEY", "DONKEY", "JOCKEY", "WHISKEY", "HOCKEY"]);
/** Names that look secret and are places, not values. */
const NOT_SECRET = new Set(["PWD", "OLDPWD", "SSH_AUTH_SOCK", "XAUTHORITY", "PASSWORD_STORE_DIR"]);
/** Secret by custom, without a word that says so: addresses that carry a password. */
const SECRET_NAMES =
  /^(?:DATABASE|MONGO(?:DB)?|REDIS|POSTGRES(?:QL)?|MYSQL|AMQP|RABBITMQ|BROKER|CELERY_BROKER)_(?:URL|URI)$|CONNECTION_?STRING|^PGPASS/;

/** Whether a variable's name says that its value is a secret: by segments, so `API_KEY` and not `KEYBOARD`. */
export function isSecretName(name: string): boolean {
  if (NOT_SECRET.has(name)) return false;
  if (SECRET_NAMES.test(name.toUpperCase())) return true;
  const segments = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((segment) => segment.replace(/\d+$/, ""));
  return segments.some(
    (segment) => SECRET_SEGMENTS.has(segment) || (!EVERYDAY.has(segment) && SECRET_PART.test(segment)),
  );
}
