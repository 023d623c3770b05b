import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../../core/base/fault.ts";
import { codeOf, systemReason } from "../../../core/base/system-error.ts";
import { makeDirectory } from "../../../core/files/make-directory.ts";

/** 256 bits, in characters that a header takes as they are. */
const TOKEN_BYTES = 32;
/** 128 bits in hexadecimal digits; nothing shorter can hold as much. */
const LEAST_CHARS = 32;
const TOKEN = /^[A-Za-z0-9._~+/=-]+$/;
const OTHERS = 0o077;

/** Where the main token is when the operator names no file. */
export const usualTokenFile = (stateDir: string): string => join(stateDir, "token");

/** The token that clients must know. A missing file is made, readable by its owner only; one that others can read is refused. */
export function loadToken(path: string): string {
  return create(path) ?? readToken(path);
}

/** Whether this is the token; the time it takes does not depend on how much of it is right. Where there is no token, none is. */
export const isToken = (given: string, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digestOf(given), digestOf(token));

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Undefined when the file or a link exists already: nacre must not write through a link that another user may have made. */
function create(path: string): string | undefined {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  try {
    makeDirectory(dirname(path));
    const file = openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    try {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      fchmodSync(file, 0o600);
      writeSync(file, `${token}\n`);
      return token;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    const why = codeOf(error) === "ENOENT" ? "its directory cannot be made" : systemReason(error);
    throw unusable(path, `cannot be made (${why})`, error);
  }
}

/** The token in a file. A file that is missing, readable by others, or holds none is a fault. */
export function readToken(path: string): string {
  const { text, mode, uid } = contentOf(path);
  if ((mode & OTHERS) !== 0) {
    throw unusable(path, `can be read by others (mode ${(mode & 0o777).toString(8)}); fix it with: chmod 600 ${path}`);
  }
  if (process.getuid !== undefined && uid !== process.getuid()) throw unusable(path, "belongs to another user");
  const token = text.trim();
  if (token.length < LEAST_CHARS || !TOKEN.test(token)) {
    throw unusable(
      path,
      `holds no usable token: at least ${LEAST_CHARS} letters and digits on one line; delete it, and a new one is made`,
    );
  }
  return token;
}

/** Mode and content of the same open file, even if the name points to another one a moment later. */
function contentOf(path: string): { readonly text: string; readonly mode: number; readonly uid: number } {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { mode, uid } = fstatSync(file);
      return { text: readFileSync(file, "utf8"), mode, uid };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const why = codeOf(error) === "ELOOP" ? "it is a link" : systemReason(error);
    throw unusable(path, `cannot be read (${why})`, error);
  }
}

const unusable = (path: string, why: string, cause?: unknown): Fault =>
  new Fault("CONFIG_INVALID", `the token file ${path} ${why}`, { cause });
