import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A fresh secret of so many bytes, in characters that a header and an address take as they are. */
export const freshSecret = (bytes: number): string => randomBytes(bytes).toString("base64url");

/** What is kept of a secret. It has 128 bits or more, so that no search finds it from this. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Whether this is the secret of a digest; the time it takes does not tell how much of it is right. */
export function isSecretOf(digest: unknown, given: string): boolean {
  if (typeof digest !== "string") return false;
  const [known, asked] = [Buffer.from(digest), Buffer.from(digestOf(given))];
  return known.length === asked.length && timingSafeEqual(known, asked);
}
