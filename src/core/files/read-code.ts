import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { wallMs } from "../base/clock.ts";
import { isMissing } from "../base/system-error.ts";
import { isOutOfDescriptors, systemFault } from "../base/system-fault.ts";

/** A file as a shell or an interpreter would find it at this moment. */
export type CodeFile =
  | { readonly kind: "text"; readonly text: string; readonly readAt: number }
  | { readonly kind: "program" | "missing" | "unreadable" };

/**
 * Reads what a program would run from a path. Links are followed, as that program follows them; what was opened is checked
 * before a byte is read, so that a pipe, a device or an endless file costs nothing.
 */
export function readCode(path: string, maxBytes: number): CodeFile {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw systemFault(error);
    return { kind: isMissing(error) ? "missing" : "unreadable" };
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > maxBytes) return { kind: "unreadable" };
    const bytes = Buffer.allocUnsafe(stat.size);
    const text = bytes.subarray(0, readSync(fd, bytes, 0, stat.size, 0));
    return text.includes(0) ? { kind: "program" } : { kind: "text", text: text.toString("utf8"), readAt: wallMs() };
  } finally {
    closeSync(fd);
  }
}
