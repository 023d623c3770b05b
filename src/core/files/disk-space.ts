import { statfs } from "node:fs/promises";

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** The free space on the disk of a directory, as the system tells it. */
export async function spaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
