const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EEXIST: "it is there already",
  ENOTDIR: "its path leads through a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its links lead in a circle",
};

/** The code of an error of the operating system (`ENOENT`); empty for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Whether the operating system refused a call. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error;

/** The message of a thrown value, which need not be an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why the operating system refused, in a few words. */
export const systemReason = (error: unknown): string => REASONS[codeOf(error)] ?? messageOf(error);

/** Whether there is no such file. */
export const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error));
