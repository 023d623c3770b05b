import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, type Redactor } from "../../../../src/core/output/redact/redact.ts";

const SECRET = "hunter2-hunter2!";
const redactor = createRedactor({ values: [{ name: "TOKEN", value: SECRET }] });

const inChunks = (using: Redactor, bytes: Buffer, sizes: readonly number[]): string => {
  const stream = using.stream();
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    parts.push(stream.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat([...parts, stream.flush()]).toString();
};

const everySplit = (using: Redactor, text: string): Set<string> => {
  const bytes = Buffer.from(text);
  const results = new Set<string>([inChunks(using, bytes, [1])]);
  for (let at = 0; at <= bytes.length; at += 1) {
    const stream = using.stream();
    const parts = [stream.push(bytes.subarray(0, at)), stream.push(bytes.subarray(at)), stream.flush()];
    results.add(Buffer.concat(parts).toString());
  }
  return results;
};

test("a value is replaced by its name, wherever the chunks meet", () => {
  expect(everySplit(redactor, `before ${SECRET} after ${SECRET}`)).toEqual(
    new Set(["before [redacted:TOKEN] after [redacted:TOKEN]"]),
  );
});

test("what only begins like a value is shown in the end", () => {
  expect(everySplit(redactor, `hunter2-hunter2 and ${SECRET.slice(0, 10)}`)).toEqual(
    new Set([`hunter2-hunter2 and ${SECRET.slice(0, 10)}`]),
  );
});

const slashes = "p+/s?w=rd é\"'$x\\y";
test.each([
  ["as it is", (value: string) => value],
  ["in base64", (value: string) => Buffer.from(value).toString("base64")],
  ["in base64 with a newline", (value: string) => Buffer.from(`${value}\n`).toString("base64")],
  ["in base64 with something before it", (value: string) => `${Buffer.from(`u:${value}`).toString("base64")}`],
  ["in base64 with more before it", (value: string) => `${Buffer.from(`me:${value}`).toString("base64")}`],
  ["in base64url", (value: string) => Buffer.from(value).toString("base64url")],
  ["in an address", (value: string) => encodeURIComponent(value)],
  [
    "in an address, small letters",
    (value: string) => encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase()),
  ],
  ["in a form", (value: string) => encodeURIComponent(value).replaceAll("%20", "+")],
  ["in JSON", (value: string) => JSON.stringify({ value })],
  ["in what declare -p prints", (value: string) => value.replace(/["$`\\]/g, "\\$&")],
  ["in what set prints", (value: string) => value.replaceAll("'", "'\\''")],
])("a value is found %s", (_, encode) => {
  const using = createRedactor({ values: [{ name: "SECRET", value: slashes }] });
  const printed = `x ${encode(slashes)} y`;
  const results = everySplit(using, printed);
  expect(results.size).toBe(1);
  const [text = ""] = results;
  expect(text).toContain("[redacted:SECRET]");
  expect(text.length - "[redacted:SECRET]".length).toBeLessThan(printed.length - 10);
});

test("the longest value wins over its parts, and the first name over the second", () => {
  const using = createRedactor({
    values: [
      { name: "SHORT", value: "abcdefgh" },
      { name: "LONG", value: "abcdefgh-ijkl" },
      { name: "SAME", value: "abcdefgh" },
    ],
  });
  expect(everySplit(using, "abcdefgh abcdefgh-ijkl abcdefgh-ijk")).toEqual(
    new Set(["[redacted:SHORT] [redacted:LONG] [redacted:SHORT]-ijk"]),
  );
});

test("short values are left alone", () => {
  const using = createRedactor({
    values: [
      { name: "PIN", value: "1234567" },
      { name: "E", value: "  " },
    ],
  });
  expect(using.text("1234567")).toBe("1234567");
});

test("a value of several lines is found whole and line by line", () => {
  const value = `first line of the secret\nsecond line of the secret\n-----\nshort\n`;
  const using = createRedactor({
    values: [
      { name: "NOTE", value },
      { name: "ODD", value: "a\nbcdefghijk" },
    ],
  });
  expect(using.text(value)).toBe("[redacted:NOTE]\n");
  expect(using.text("  12  second line of the secret\n-----")).toBe("  12  [redacted:NOTE]\n-----");
});

test.each([
  ["a colour", "\x1b[31m"],
  ["two colours", "\x1b[0m\x1b[1;34m"],
  ["a title", "\x1b]0;title\x07"],
  ["a title with ST", "\x1b]0;title\x1b\\"],
  ["a charset switch", "\x1b(B"],
  ["a colour in C1", "\u009b31m"],
])("%s inside of a value does not save it, at any place and any split", (_, sequence) => {
  for (const at of [1, 2, 3, 4, 8, SECRET.length - 1]) {
    const printed = `a${sequence}${SECRET.slice(0, at)}${sequence}${SECRET.slice(at)}${sequence}z`;
    expect(everySplit(redactor, printed)).toEqual(new Set([`a${sequence}[redacted:TOKEN]${sequence}${sequence}z`]));
  }
});

test("a value inside of a title is a value", () => {
  expect(everySplit(redactor, `\x1b]8;;https://x/?t=${SECRET}\x07link\x1b]8;;\x07`)).toEqual(
    new Set([`\x1b]8;;https://x/?t=[redacted:TOKEN]\x07link\x1b]8;;\x07`]),
  );
  expect(everySplit(redactor, `\x1b]0;${SECRET} unterminated`)).toEqual(
    new Set([`\x1b]0;[redacted:TOKEN] unterminated`]),
  );
});

const letters = (count: number, alphabet = "Ab3dEf6hIj9lMn2pQr5tUv8xYz1"): string =>
  Array.from({ length: count }, (_, i) => alphabet[(i * 7 + (i >> 2)) % alphabet.length]).join("");

const pem = (name: string, breaks = "\n", header = ""): string =>
  [`-----BEGIN ${name}-----${header}`, letters(64), letters(64), `${letters(20)}==`, `-----END ${name}-----`].join(
    breaks,
  );

/** What is left of a key: of its armour the dashes before it. */
const left = (label: string): string => `${label === "private-key" ? "-----" : ""}[redacted:${label}]`;

const KEYS: readonly (readonly [string, string])[] = [
  ["aws-key", `AKIA${letters(16, "ABCDEF234567")}`],
  ["aws-key", `ASIA${letters(16, "ABCDEF234567")}`],
  ["github-token", `ghp_${letters(36)}`],
  ["github-token", `gho_${letters(36)}`],
  ["github-token", `github_pat_${letters(22)}_${letters(59)}`],
  ["gitlab-token", `glpat-${letters(20)}`],
  ["anthropic-key", `sk-ant-api03-${letters(93)}-AA`],
  ["openai-key", `sk-proj-${letters(80)}_-${letters(40)}`],
  ["openai-key", `sk-${letters(48)}`],
  ["slack-token", `xoxb-123456789012-123456789012-${letters(24)}`],
  ["slack-token", `xoxp-123456789012-${letters(24)}`],
  ["slack-webhook", `hooks.slack.com/services/T00000000/B00000000/${letters(24)}`],
  ["google-key", `AIza${letters(35)}`],
  ["google-token", `ya29.${letters(60)}`],
  ["npm-token", `npm_${letters(36)}`],
  ["huggingface-token", `hf_${letters(34)}`],
  ["pypi-token", `pypi-AgEIcHlwaS5vcmc${letters(70)}`],
  ["stripe-key", `sk_live_${letters(24)}`],
  ["jwt", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${letters(43)}`],
  ["private-key", pem("RSA PRIVATE KEY")],
  ["private-key", pem("PRIVATE KEY", "\r\n")],
  ["private-key", pem("OPENSSH PRIVATE KEY", "\\n")],
  ["private-key", pem("EC PRIVATE KEY", "\n    ")],
  ["private-key", pem("RSA PRIVATE KEY", "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n")],
  ["private-key", pem("PGP PRIVATE KEY BLOCK", "\n", "\n").replace("==", "==\n=AbCd")],
];

test.each(KEYS)("a key of the form %s is known by it, wherever the chunks meet: %s", (label, key) => {
  const results = everySplit(createRedactor({ values: [] }), `key="${key}" end`);
  expect(results).toEqual(new Set([`key="${left(label)}" end`]));
  expect(createRedactor({ values: [] }).text(key)).toBe(left(label));
  expect(createRedactor({ values: [], patterns: false }).text(key)).toBe(key);
});

test.each(KEYS)("a key of the form %s that is coloured is known as well: %s", (label, key) => {
  const half = Math.floor(key.length / 2);
  const printed = `\x1b[31m${key.slice(0, half)}\x1b[1m${key.slice(half)}\x1b[0m end`;
  expect(inChunks(createRedactor({ values: [] }), Buffer.from(printed), [5])).toBe(
    `\x1b[31m${left(label)}\x1b[1m\x1b[0m end`,
  );
});

test("a private key that was cut off is taken out as far as it goes", () => {
  const using = createRedactor({ values: [] });
  const cut = `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(64)}\n`;
  expect(everySplit(using, `${cut}and then, some words`)).toEqual(
    new Set(["-----[redacted:private-key]\nand then, some words"]),
  );
  expect(everySplit(using, `${cut}${letters(30)}`)).toEqual(new Set(["-----[redacted:private-key]"]));
  expect(everySplit(using, `${cut}${letters(30)}\nword\n`)).toEqual(new Set(["-----[redacted:private-key]\nword\n"]));
  expect(everySplit(using, `${cut}-----END RSA PRI`)).toEqual(new Set(["-----[redacted:private-key]"]));
  expect(everySplit(using, `${cut}-----END RSA private`)).toEqual(new Set(["-----[redacted:private-key]private"]));
});

test("a private key without an end is not waited for for ever", () => {
  const stream = createRedactor({ values: [] }).stream();
  let shown = stream.push(Buffer.from("-----BEGIN PRIVATE KEY-----\n")).length;
  for (let i = 0; i < 300; i += 1) shown += stream.push(Buffer.from(`${letters(64)}\n`)).length;
  expect(shown).toBeGreaterThan(0);
});

test.each([
  ["talk about keys", `grep "-----BEGIN RSA PRIVATE KEY-----" src/*.c`],
  ["a certificate", pem("CERTIFICATE")],
  ["a public key", pem("PUBLIC KEY")],
  ["the beginning of an armour", "-----BEGIN RSA PRIVATE"],
  ["the beginning of a first line", "-----BEG"],
  ["rulers", `${"-".repeat(80)}\n${"=".repeat(80)}`],
  ["a commit", createHash("sha1").update("x").digest("hex")],
  ["an integrity hash", `"integrity": "sha512-${createHash("sha512").update("x").digest("base64")}"`],
  ["a UUID", randomUUID()],
  ["an npm variable", "npm_config_registry npm_package_dependencies_typescript_version npm_lifecycle_event"],
  ["a long word with sk-", "task-force-of-twelve disk-usage-report sk-spinner-double-bounce-one"],
  ["a source map", `//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz${letters(6000)}`],
  ["two dotted words", "eyJhbGciOi.short.words eyJhbGciOiJIUzI1NiJ9.no"],
  ["an AWS key that is too long", `AKIA${letters(24, "ABCDEF234567")}`],
  ["a Google key that is too short", `AIza${letters(20)}`],
  ["a token within a word", `xghp_${letters(36)}`],
])("%s is left as it is", (_, text) => {
  expect(everySplit(createRedactor({ values: [] }), text.slice(0, 400))).toEqual(new Set([text.slice(0, 400)]));
  expect(createRedactor({ values: [] }).text(text)).toBe(text);
});

/** What builds print: hashes, identifiers, blobs, paths, versions, timings. */
function buildLog(lines: number): string {
  const hash = (kind: string, i: number): Buffer => createHash(kind).update(String(i)).digest();
  const makers: readonly ((i: number) => string)[] = [
    (i) => `commit ${hash("sha1", i).toString("hex")} (HEAD -> main)`,
    (i) => `      "integrity": "sha512-${hash("sha512", i).toString("base64")}",`,
    (i) => `Step ${i}/40 : RUN ---> Using cache ---> ${hash("md5", i).toString("hex").slice(0, 12)}`,
    (i) => `sha256:${hash("sha256", i).toString("hex")}: Pull complete`,
    (i) =>
      `[${i}] request id=${hash("md5", i)
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`,
    (i) => `data:font/woff2;base64,${Buffer.concat([hash("sha512", i), hash("sha512", -i)]).toString("base64")}`,
    (i) => `\x1b[32m✓\x1b[39m packages/task-${i}/src/disk-usage.test.ts \x1b[2m(${i % 50} tests)\x1b[22m ${i}ms`,
    (i) => `npm http fetch GET 200 https://registry.invalid/@scope%2fname-${i} ${i}ms (cache miss)`,
    (i) => `warning: src/main.rs:${i}:5: unused variable: \`token_${i}\``,
    (i) =>
      `go: downloading example.invalid/mod v0.0.0-2023${i}-${hash("sha1", i).toString("hex").slice(0, 12)} h1:${hash("sha256", i).toString("base64")}`,
    (i) => `${"-".repeat(20)} ${i} passed ${"-".repeat(20)}`,
  ];
  return Array.from({ length: lines }, (_, i) => makers[i % makers.length]?.(i)).join("\n");
}

test("a megabyte of build logs comes out as it went in", () => {
  const log = buildLog(12_000);
  expect(log.length).toBeGreaterThan(1_000_000);
  const using = createRedactor({ values: [{ name: "TOKEN", value: SECRET }] });
  expect(inChunks(using, Buffer.from(log), [65_536])).toBe(log);
});

test("a sequence that ends like a secret begins is not let go in halves", () => {
  const text = `x=-----\x1b(B${pem("PRIVATE KEY").slice(5)};\n`;
  for (let at = 1; at < text.length; at++) {
    expect(inChunks(redactor, Buffer.from(text), [at, text.length]), `cut at ${at}`).toBe(
      "x=-----\x1b(B[redacted:private-key];\n",
    );
  }
});

test("a secret in a large chunk is found as in a small one", () => {
  const log = Buffer.from(buildLog(400));
  const secrets = fc.constantFrom(
    SECRET,
    `ghp_${letters(36)}`,
    Buffer.from(SECRET).toString("base64"),
    pem("PRIVATE KEY"),
  );
  const broken = fc.tuple(
    secrets,
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom("\x1b[31m", "\x1b[0m\x1b[K", "\x1b(B")), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(
      broken,
      fc.nat(log.length),
      fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 }),
      ([secret, breaks], place, sizes) => {
        let text = secret;
        for (const [at, sequence] of breaks) {
          const where = Math.min(at, text.length);
          if (!/\x1b[[(\d;]*$/.test(text.slice(0, where))) text = text.slice(0, where) + sequence + text.slice(where);
        }
        const line = log.lastIndexOf(0x0a, place) + 1;
        const bytes = Buffer.concat([log.subarray(0, line), Buffer.from(`x=${text};\n`), log.subarray(line)]);
        const large = inChunks(redactor, bytes, [bytes.length]);
        expect(large).toMatch(/x=(?:-|\x1b[[(][\dK;]*[mKB]?)*\[redacted:/);
        expect(inChunks(redactor, bytes, sizes)).toBe(large);
      },
    ),
    { numRuns: 150 },
  );
});

test("any bytes in any chunks come out the same", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        SECRET,
        SECRET.slice(0, 5),
        SECRET.slice(5),
        "\x1b[31m",
        "\x1b]0;",
        "\x07",
        "\x1b",
        "ghp_",
        letters(36),
        "-----BEGIN PRIVATE KEY-----\n",
        "\n",
        "s",
        "eyJ",
        ".",
      )
      .map((text) => Buffer.from(text)),
    fc.constant(Buffer.from(`${buildLog(60)}\n`)),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
      (pieces, sizes) => {
        const bytes = Buffer.concat(pieces);
        const whole = inChunks(redactor, bytes, [Math.max(1, bytes.length)]);
        expect(inChunks(redactor, bytes, sizes)).toBe(whole);
        expect(whole).not.toContain(SECRET);
      },
    ),
    { numRuns: 400 },
  );
});

test("output that cannot be the beginning of a secret is not kept waiting", () => {
  const stream = redactor.stream();
  for (const text of ["ready> ", "files", "done\n", "50%\r", "é", "\x1b[0m"]) {
    expect(stream.push(Buffer.from(text)).toString()).toBe(text);
  }
});

test("a secret behind any number of sequences in a row is found in a large chunk", () => {
  for (const count of [1, 2, 7, 8, 9, 50]) {
    const sequences = "\x1b[1m".repeat(count);
    const text = `${buildLog(100)}\n${SECRET.slice(0, 2)}${sequences}${SECRET.slice(2)}\n${buildLog(100)}\n`;
    expect(inChunks(redactor, Buffer.from(text), [text.length * 2])).toBe(
      `${buildLog(100)}\n[redacted:TOKEN]${sequences}\n${buildLog(100)}\n`,
    );
  }
});

test("large output without line breaks is searched as well", () => {
  const text = `${"x".repeat(9000)} ${SECRET} ${"y".repeat(9000)}`;
  expect(inChunks(redactor, Buffer.from(text), [4096])).toBe(text.replace(SECRET, "[redacted:TOKEN]"));
});

test("what waits can be handed on to another stream, which redacts it", () => {
  const [first, next] = [redactor.stream(), redactor.stream()];
  const half = SECRET.length >> 1;
  expect(first.push(Buffer.from(`a ${SECRET.slice(0, half)}`)).toString()).toBe("a ");
  const shown = [next.push(first.handOn()), next.push(Buffer.from(`${SECRET.slice(half)} b`)), next.flush()];
  expect(Buffer.concat(shown).toString()).toBe("[redacted:TOKEN] b");
  expect(first.flush()).toHaveLength(0);
});

test.each([
  ["a line break in JSON", `{"text":"it is:\\nghp_${"Zz09".repeat(9)}"}`],
  ["a tab in JSON", `\\tghp_${"Zz09".repeat(9)}`],
])("a key behind %s is at the start of a word, however it is split", (_, text) => {
  const redactor = createRedactor({ values: [] });
  expect(redactor.text(text)).not.toContain("ghp_");
  for (let at = 0; at <= text.length; at++) {
    const stream = redactor.stream();
    const parts = [text.slice(0, at), text.slice(at)].map((part) => stream.push(Buffer.from(part)));
    expect(Buffer.concat([...parts, stream.flush()]).toString(), String(at)).toBe(redactor.text(text));
  }
});

test("what a cut left of a secret is taken out, and a short beginning, or none, is not", () => {
  const redactor = createRedactor({ values: [{ name: "word", value: "opensesame-0451" }] });
  expect(redactor.text("say opensesam… and more")).toBe("say [redacted:cut]… and more");
  expect(redactor.text('"say opensesame-04"… (90 characters)')).toBe('"say [redacted:cut]"… (90 characters)');
  for (const text of ["say open… more", "the end of opensesam", "nothing…", "…"])
    expect(redactor.text(text)).toBe(text);
});
