import { expect, test } from "vitest";
import { secretValuesOf } from "../../../../src/core/output/redact/secret-variables.ts";

test("the variables that look secret are found by their words", () => {
  const value = "s3cr3t-value";
  const names = (environment: Record<string, string>): string[] => secretValuesOf(environment).map(({ name }) => name);
  const secret = {
    API_KEY: value,
    OPENAI_APIKEY: value,
    AWS_SECRET_ACCESS_KEY: value,
    AWS_ACCESS_KEY_ID: value,
    GITHUB_TOKEN: value,
    PGPASSWORD: value,
    DB_PASSWD: value,
    MYSQL_PWD: value,
    client_secret: value,
    npm_config__authToken: value,
    GOOGLE_CREDENTIALS: value,
    BASIC_AUTH: value,
    SSH_PASSPHRASE: value,
    TOKEN2: value,
    X_API_KEYS: value,
    MYAPIKEY: value,
    CLIENTSECRETVALUE: value,
  };
  const harmless = {
    KEYBOARD: value,
    MONKEY: value,
    GIT_AUTHOR_NAME: value,
    XAUTHORITY: value,
    TOKENIZERS_PARALLELISM: value,
    SSH_AUTH_SOCK: "/tmp/ssh-abc/agent.1",
    AWS_SHARED_CREDENTIALS_FILE: value,
    AUTH_URL: "https://login.invalid/x",
    PWD: "/home/someone",
    TOKEN_TTL: "1234567890",
    API_KEY: "short",
    SECRET: "",
    PASSWORD_STORE_DIR: value,
    GPG_KEY: "/home/someone/key.asc",
    HOME: "/home/someone",
    PATH: "/usr/bin:/bin",
  };
  expect(names(secret)).toEqual(Object.keys(secret));
  expect(names(harmless)).toEqual([]);
  expect(secretValuesOf({ DATABASE_URL: "postgres://me:correct-horse@db.invalid/app", EMPTY: undefined })).toEqual([
    { name: "DATABASE_URL", value: "correct-horse" },
  ]);
  expect(secretValuesOf({ WEBHOOK_SECRET: "https://x.invalid/hook?key=abc", URL: "http://u:pw@host/" })).toEqual([
    { name: "WEBHOOK_SECRET", value: "https://x.invalid/hook?key=abc" },
  ]);
});
