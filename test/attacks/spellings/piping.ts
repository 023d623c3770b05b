import { gzipSync } from "node:zlib";
import { call, coded, type Family, family } from "./family.ts";

const withEnd = (text: string): Buffer => Buffer.from(`${text}\n`);
const base64 = (text: string): string => withEnd(text).toString("base64");
const hex = (text: string): string => withEnd(text).toString("hex");
const escaped = (text: string): string => hex(text).replaceAll(/../g, "\\x$&");
const zipped = (text: string): string => gzipSync(withEnd(text)).toString("base64");
const reversed = (text: string): string =>
  text
    .split("\n")
    .map((line) => Array.from(line).reverse().join(""))
    .join("\n");
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const turned = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => LOWER[(LOWER.indexOf(letter) + 13) % 26] ?? "");
const marked = (text: string): string => text.replaceAll("e", "@@");

/** The same text in a code that a tool reads. */
export const PIPING: readonly Family[] = [
  family(
    "base64",
    coded(
      base64,
      "base64 -d <<< CODE | bash",
      "echo CODE | base64 -d | bash",
      "echo CODE | base64 --decode | bash -s",
      'eval "$(base64 -d <<< CODE)"',
      'bash -c "$(echo CODE | base64 -d)"',
      ". <(base64 -d <<< CODE)",
      "bash <(echo CODE | base64 -di)",
      "c=CODE; base64 -d <<< $c | bash",
      "base64 -d > x.sh <<< CODE; bash x.sh",
      "echo CODE | openssl base64 -d | bash",
      "python3 -c 'import base64,os;os.system(base64.b64decode(\"'CODE'\").decode())'",
    ),
  ),
  family(
    "hex",
    coded(
      hex,
      "xxd -r -p <<< CODE | bash",
      "echo CODE | xxd -p -r | bash",
      'eval "$(xxd -r -p <<< CODE)"',
      "perl -e 'print pack(\"H*\", \"'CODE'\")' | bash",
      "python3 -c 'import sys;sys.stdout.write(bytes.fromhex(\"'CODE'\").decode())' | bash",
    ),
  ),
  family(
    "printed escapes",
    coded(
      escaped,
      "printf CODE | bash",
      "echo -e CODE | bash",
      "printf %b CODE | bash",
      'eval "$(printf CODE)"',
      "bash <(printf CODE)",
      'printf -v c CODE; eval "$c"',
      "printf CODE > x.sh; bash x.sh",
    ),
  ),
  family(
    "gzip",
    coded(
      zipped,
      "base64 -d <<< CODE | gunzip | bash",
      "echo CODE | base64 -d | zcat | bash",
      'eval "$(base64 -d <<< CODE | gzip -dc)"',
      "bash <(base64 -d <<< CODE | zcat)",
    ),
  ),
  family(
    "rev",
    coded(reversed, "rev <<< CODE | bash", "echo CODE | rev | bash", 'eval "$(rev <<< CODE)"', "bash <(rev <<< CODE)"),
  ),
  family(
    "tr",
    coded(
      turned,
      "tr a-z n-za-m <<< CODE | bash",
      "echo CODE | tr a-z n-za-m | bash",
      'eval "$(tr a-z n-za-m <<< CODE)"',
      "bash -c \"$(echo CODE | tr 'a-z' 'n-za-m')\"",
      "tr '[a-z]' '[n-za-m]' <<< CODE | sh -c bash",
    ),
  ),
  family(
    "sed",
    coded(
      marked,
      "sed s/@@/e/g <<< CODE | bash",
      "echo CODE | sed 's/@@/e/g' | bash",
      'eval "$(sed s/@@/e/g <<< CODE)"',
      "awk '{gsub(/@@/,\"e\")}1' <<< CODE | bash",
      'c=CODE; eval "${c//@@/e}"',
      "perl -pe 's/@@/e/g' <<< CODE | bash",
      "sed 's/@@/e/g;w x.sh' <<< CODE; bash x.sh",
    ),
  ),
  family(
    "other languages",
    call(
      "python3 -c 'import os; os.system(\"CALL\")'",
      "python3 -c \"import subprocess; subprocess.run('CALL', shell=True)\"",
      "python3 - <<< 'import os; os.system(\"CALL\")'",
      "perl -e 'system(\"CALL\")'",
      "perl -e 'print `CALL`'",
      "perl -e 'exec \"CALL\"'",
      "awk 'BEGIN{system(\"CALL\")}'",
      "awk 'BEGIN{\"CALL\" | getline}'",
      "sed '1e CALL' <<< x",
      "sed 's|.*|CALL|e' <<< x",
      'node -e \'require("child_process").execSync("CALL")\'',
      "make -s -f <(printf '%s\\n' x: $'\\t@CALL')",
      "printf '%s\\n' x: $'\\tCALL' > Makefile; make x",
      "echo 'system(\"CALL\")' > x.pl; perl x.pl",
      'python3 -c \'exec("import os\\nos.system(\\"CALL\\")")\'',
      'python3 -c \'__import__("os").system("\\x20CALL")\'',
      "git -c alias.x='!CALL' x",
    ),
  ),
];
