import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink } from "node:fs/promises";

const CHUNK_BYTES = 64 * 1024;

/**
 * The paths below one directory that another does not have with the same kind and content, each as it is named from
 * there; of a directory that is missing whole, its own path. Modes and times do not count.
 */
export async function unlikePaths(from: string, to: string, inside = ""): Promise<readonly string[]> {
  const unlike: string[] = [];
  for (const name of (await readdir(`${from}/${inside}`)).toSorted()) {
    const path = `${inside}${name}`;
    const [wanted, there] = await Promise.all([statAt(`${from}/${path}`), statAt(`${to}/${path}`)]);
    if (wanted === undefined) continue;
    if (wanted.isDirectory() && there?.isDirectory() === true)
      unlike.push(...(await unlikePaths(from, to, `${path}/`)));
    else if (there === undefined || !(await isAlike([`${from}/${path}`, wanted], [`${to}/${path}`, there])))
      unlike.push(path);
  }
  return unlike;
}

type Entry = readonly [path: string, stat: Stats];

async function isAlike([path, stat]: Entry, [otherPath, other]: Entry): Promise<boolean> {
  if (stat.isSymbolicLink()) return other.isSymbolicLink() && (await readlink(path)) === (await readlink(otherPath));
  return stat.isFile() && other.isFile() && stat.size === other.size && haveSameBytes(path, otherPath);
}

async function haveSameBytes(path: string, other: string): Promise<boolean> {
  const files: FileHandle[] = [];
  try {
    for (const one of [path, other]) files.push(await openPlain(one));
    for (;;) {
      const [chunk, otherChunk] = await Promise.all(files.map(nextChunk));
      if (chunk === undefined || otherChunk?.equals(chunk) !== true) return false;
      if (chunk.length === 0) return true;
    }
  } catch {
    return false; // it cannot be read, or changed kind since the look
  } finally {
    for (const file of files) await file.close();
  }
}

/** Not through a link, and without waiting for the writer of a pipe: a command may have put either there. */
const openPlain = (path: string): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

async function nextChunk(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
  return buffer.subarray(0, bytesRead);
}

async function statAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined; // not there
  }
}
