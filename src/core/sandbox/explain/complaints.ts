/** What a program said that it could not do with a path. */
export type Complaint = {
  readonly path: string;
  /** What its line says before the path. */
  readonly line: string;
};

/** What a program can complain about that may be the wall's doing. */
export type ComplaintKind = "read-only" | "busy" | "denied" | "missing";

/** Phrases that programs print, by what they complain about; the first group that matched is the path. */
const PHRASES: Readonly<Record<ComplaintKind, readonly RegExp[]>> = {
  "read-only": [
    /EROFS: read-only file system, \w+ '([^'\n]+)'/gi,
    /Read-only file system: ["']([^"'\n]+)["']/g,
    pathBefore("Read-only file system"),
  ],
  busy: [/EBUSY: [^,\n]*, \w+ '([^'\n]+)'/g, pathBefore("Device or resource busy")],
  denied: [
    /EACCES: permission denied, \w+ '([^'\n]+)'/g,
    /Permission denied: ["']([^"'\n]+)["']/g,
    pathBefore("Permission denied"),
  ],
  missing: [
    /ENOENT: [^,\n]*, \w+ '([^'\n]+)'/g,
    /No such file or directory: ["']([^"'\n]+)["']/g,
    pathBefore("No such file or directory"),
    /Cannot find module '((?:\/|\.\.\/)[^'\n]+)'/g,
    // git, of a repository that it was given by a path
    /'([^'\n]+)' does not appear to be a git repository/g,
    /repository '([^'\n]+)' does not exist/g,
  ],
};

/**
 * `tool: cannot do 'PATH': words`, `tool: PATH: words`, and what some tools put between the two: `for reading`, `Cannot
 * stat`, `[Errno 2]`.
 */
function pathBefore(words: string): RegExp {
  return new RegExp(
    `(?:['"‘]([^'"’\\n]+)['"’](?: to ['"‘][^'"’\\n]+['"’])?|(?<=^|[:\\s])((?:/|\\.|~)?[^\\s:'"‘’]+))(?: for \\w+)?(?:: Cannot \\w+)?: (?:\\[Errno \\d+\\] )?${words}`,
    "g",
  );
}

/** The complaints of one kind in what a command printed. */
export const complaintsIn = (text: string, kind: ComplaintKind): Complaint[] =>
  PHRASES[kind].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      path: match[1] ?? match[2] ?? "",
      line: text.slice(text.lastIndexOf("\n", match.index) + 1, match.index),
    })),
  );
