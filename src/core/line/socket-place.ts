import { join } from "node:path";
import { holdDirectory } from "../files/pinned-directory.ts";

/** The name of the socket in the directory of a host. */
export const SOCKET = "line";

/** The kernel takes no longer path of a socket; some systems take a few bytes less. */
const LONGEST_PATH = 100;

/** A path that works until it is released. */
export type SocketPlace = { readonly path: string; readonly release: () => Promise<void> };

/**
 * The path of the socket in a host's directory. A state directory may lie so deep that the kernel would not take it: then
 * the path leads over a descriptor of the directory, where the system has such paths.
 */
export async function socketPlace(directory: string): Promise<SocketPlace> {
  const path = join(directory, SOCKET);
  const held = Buffer.byteLength(path) <= LONGEST_PATH ? undefined : await holdDirectory(directory);
  if (held === undefined) return { path, release: () => Promise.resolve() };
  return { path: join(held.path, SOCKET), release: () => held.close() };
}
