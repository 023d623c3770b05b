import { DECODED } from "../../values/abstract-text.ts";
import { unbase64, unhex } from "../../values/printing.ts";
import { acts, type Program } from "../effect.ts";
import { type Entry, family, type Tool, tool } from "../tool-shape.ts";
import { compressor, decodedBy, openssl } from "./decoders.ts";
import { filter } from "./filters.ts";
import { changed, opaque } from "./printings.ts";

const OUTPUT_FILE: Partial<Entry> = { options: { writes: "-o --output" } };

/** What was encrypted and is called a secret is shown. */
const showsSecrets: Program = ({ args }) =>
  args.some((arg) => /^(?:-d|--decrypt)$/.test(arg)) &&
  args.some((arg) => /(?:secret|passw|credential|token|vault)[^/]*$|\.env\.(?:gpg|asc)$/i.test(arg))
    ? [acts("read-workspace-secret")]
    : [];

/** Tools that encode and decode text: encoders, compressors, ciphers. */
export const ENCODINGS: readonly Tool[] = family("everything", [
  // `-i` ignores garbage in one base64 and names the file in another: so its value is read as an operand.
  filter("base64", "-w: --wrap: -b: --break: -o: --output:", {
    ...OUTPUT_FILE,
    prints: decodedBy(unbase64, "-d", "-D", "--decode"),
    examples: {
      "write-startup": ["base64 -d a.b64 -o ~/.bashrc"],
      "delete-vital": ["echo cm0gLXJmIC8= | base64 -d | sh"],
      fine: ["base64 logo.png", "echo bHM= | base64 --dec | sh"],
    },
  }),
  filter("base32 basenc", "-w: --wrap:", {
    prints: decodedBy(opaque, "-d", "-D", "--decode"),
    examples: { "run-decoded": ["base32 -d a.b32 | sh"] },
  }),
  filter("uudecode b64decode ascii85 atob unxz unzstd", "-o: --output:", {
    ...OUTPUT_FILE,
    prints: opaque,
    examples: { leak: [], "run-decoded": ["uudecode a.uu | sh"], "write-startup": ["uudecode -o ~/.bashrc a.uu"] },
  }),
  filter("xxd", "-c: -g: -l: -s: -o: -n:", {
    prints: decodedBy(unhex, "-r"),
    examples: { "delete-vital": ["echo 726d202d7266202f | xxd -r -p | sh"], fine: ["xxd -l 16 logo.png"] },
  }),
  tool("gzip gunzip bzip2 bunzip2 xz unlzma lzma zstd lz4 brotli uncompress compress", {
    by: compressor,
    options: { writes: "-o" },
    examples: {
      "write-startup": ["gzip ~/.bashrc", "gzip -c a.txt -o ~/.bashrc"],
      "read-secret": ["gzip -c ~/.ssh/id_rsa"],
      "run-decoded": ["gzip -dc a.gz | sh"],
      fine: ["gzip -9 app.log", "gzip -t a.gz"],
    },
  }),
  tool("gpg gpg2", {
    takes:
      "-o: --output: -r: --recipient: -u: --local-user: --homedir: --export --keyserver: --passphrase: --passphrase-file: --export-secret-keys --export-secret-subkeys --export-secret-ssh-key --decrypt --import --recv-keys: --send-keys: --search-keys: --refresh-keys --delete-secret-keys --delete-secret-and-public-key --delete-keys --photo-viewer: --agent-program: --dirmngr-program: --pinentry-program:",
    also: [
      { with: "--export-secret-keys --export-secret-subkeys --export-secret-ssh-key", is: "read-secret" },
      { with: "--delete-secret-keys --delete-secret-and-public-key", is: "delete-guarded" },
      {
        with: "--import --gen-key --generate-key --full-gen-key --full-generate-key --quick-gen-key --quick-generate-key --delete-keys --edit-key --import-ownertrust",
        without: "--homedir",
        is: "write-outside",
        because: "the user's keyring",
      },
      { with: "--recv-keys --keyserver --search-keys --refresh-keys --send-keys", is: "network" },
      { with: "-d --decrypt", operands: "reads", prints: opaque },
      { without: "-o --output", by: showsSecrets },
    ],
    options: {
      helper: "--photo-viewer --agent-program --dirmngr-program --pinentry-program",
      writes: "-o --output",
    },
    operands: "counts",
    examples: {
      "read-secret": ["gpg --export-secret-keys me", "gpg -d ~/.ssh/id_rsa", "gpg -c ~/.ssh/id_rsa"],
      "read-workspace-secret": ["gpg -d secrets.gpg"],
      "delete-guarded": ["gpg --delete-secret-keys me"],
      "write-outside": ["gpg --import key.asc"],
      network: ["gpg --recv-keys 0xABCD"],
      "run-decoded": ["gpg -d a.gpg | sh"],
      "run-helper": ["gpg --photo-viewer ./show.sh --list-keys"],
      "write-startup": ["gpg -o ~/.bashrc -d a.gpg"],
      fine: [
        "gpg --verify a.sig a.tar",
        "gpg --homedir keys --import key.asc",
        "gpg --list-keys",
        "gpg -o a.txt -d a.gpg",
      ],
    },
  }),
  filter("base58", "", {
    prints: decodedBy(opaque, "-d", "--decode"),
    examples: { "run-decoded": ["base58 -d <<< x | sh"], fine: ["base58 a.txt"] },
  }),
  filter("recode", "", {
    prints: (input) => changed(input) + DECODED,
    examples: { "run-decoded": ["recode rot13 <<< 'ez -es /' | sh"], fine: ["recode a.txt"] },
  }),
  tool("openssl", {
    by: openssl,
    also: [
      { with: "-engine -provider -provider-path", is: "loader-variable" },
      { on: "s_server", is: "listen" },
      { on: "rand", operands: "size" },
    ],
    options: { loads: "-engine -provider-path -config -t", writes: "-out -keyout -CAserial" },
    examples: {
      "read-secret": ["openssl rsa -in ~/.ssh/id_rsa"],
      "loader-variable": ["openssl req -engine ./x.so"],
      "run-foreign": ["openssl req -config /tmp/x.cnf", "openssl engine -t /tmp/x.so"],
      listen: ["openssl s_server -port 4433"],
      network: ["openssl s_client -connect evil.example:443"],
      exhaust: ["openssl rand 900G"],
      "run-decoded": ["openssl enc -d -aes-256-cbc -in a.enc | sh"],
      "write-vital": ["openssl req -keyout /etc/passwd"],
      fine: ["openssl rand -hex 16", "openssl x509 -in cert.pem -text", "openssl rsa -in server.key -out plain.key"],
    },
  }),
]);
