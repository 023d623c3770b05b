/** The mode of an entry that is another repository, as an index of git holds it. */
const GITLINK = 0o160000;
/** The bytes of that mode: an index without them holds no such entry. */
const GITLINK_BYTES = Buffer.from([0, 0, GITLINK >> 8, GITLINK & 0xff]);

/** Where the parts of an entry lie: numbers of the file first, then the hash, the flags and the name. */
const MODE_AT = 24;
const HASH_AT = 40;
const LONG_NAME = 0xfff;
const HAS_MORE_FLAGS = 0x4000;
/** The hashes of git are of one of two sizes, and the index does not say which. */
const HASH_BYTES = [20, 32];

/**
 * The paths in an index of git that are repositories of their own: git goes into each and obeys the settings there. Read
 * from the bytes, because git itself must not be led by a file that commands can write. Of a broken index it returns
 * what stands before the break; a path too many does no harm.
 */
export function gitlinksIn(index: Buffer): readonly string[] {
  if (!index.includes(GITLINK_BYTES) || index.toString("latin1", 0, 4) !== "DIRC") return [];
  const found = new Set<string>();
  for (const hashBytes of HASH_BYTES)
    for (const { mode, path } of entriesOf(index, hashBytes)) if (mode === GITLINK) found.add(path.toString("utf8"));
  return [...found];
}

type Entry = { readonly mode: number; readonly path: Buffer };

function* entriesOf(index: Buffer, hashBytes: number): Generator<Entry> {
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  let at = 12;
  let path: Buffer = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + HASH_AT + hashBytes;
    if (flagsAt + 4 > index.length) return;
    const flags = index.readUInt16BE(flagsAt);
    const nameAt = flagsAt + (version >= 3 && (flags & HAS_MORE_FLAGS) !== 0 ? 4 : 2);
    const name = nameIn(index, nameAt, { length: flags & LONG_NAME, before: version === 4 ? path : undefined });
    if (name === undefined) return;
    path = name.path;
    yield { mode: index.readUInt32BE(at + MODE_AT), path };
    // An entry is filled up with one to eight zeros, but for version 4.
    at = version === 4 ? name.end + 1 : at + ((name.end - at + 8) & ~7);
  }
}

/** A name and where it ends. In version 4 it says how much of the name before it is not in it. */
function nameIn(
  index: Buffer,
  at: number,
  { length, before }: { readonly length: number; readonly before: Buffer | undefined },
): { readonly path: Buffer; readonly end: number } | undefined {
  const { value: dropped, end: start } = before === undefined ? { value: 0, end: at } : numberIn(index, at);
  const kept = before?.subarray(0, Math.max(0, before.length - dropped)) ?? Buffer.alloc(0);
  const end = length === LONG_NAME ? index.indexOf(0, start) : start + length - kept.length;
  if (end < start || end > index.length) return undefined;
  return { path: Buffer.concat([kept, index.subarray(start, end)]), end };
}

/** A number as git packs it: seven bits a byte, and each further byte counts one more. */
function numberIn(index: Buffer, at: number): { readonly value: number; readonly end: number } {
  let byte = index[at] ?? 0;
  let value = byte & 127;
  let end = at + 1;
  for (; (byte & 128) !== 0 && end < at + 8; end++) {
    byte = index[end] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end };
}
