import { statfs } from "node:fs/promises";

export type DiskSpace = {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** How many more files it can hold, and how many in all; 0 in all where the file system has no such number. */
  readonly freeFiles?: number;
  readonly totalFiles?: number;
};

/** The free space on the disk of a directory, as the system tells it. */
export async function spaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree, totalFiles: files };
}
