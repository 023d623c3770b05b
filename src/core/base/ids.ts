import { randomBytes, randomUUID } from "node:crypto";

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Names one background shell. It cannot be guessed, because a caller that knows it may read and kill the shell. */
export type ShellId = Branded<"ShellId">;

/** Names one session: a bash whose state lives across commands. */
export type SessionId = Branded<"SessionId">;

/** A fresh value that cannot be guessed, in hex digits. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString("hex");

/** Marks the answer to one turn, so that a command cannot forge it. Drawn at every command, so it uses Node's buffered randomness. */
export const createNonce = (): string => randomUUID().slice(-NONCE_CHARS);
/** 62 random bits: bash reads them byte by byte at every command. */
const NONCE_CHARS = 17;

export const createShellId = (): ShellId => `shell_${randomHex(8)}` as ShellId;

/** A caller that knows it may fetch the answer. */
export const createQuestionId = (): string => `question_${randomHex(8)}`;

export const shellIdOf = (text: string): ShellId => text as ShellId;

export const sessionIdOf = (text: string): SessionId => text as SessionId;

export const DEFAULT_SESSION: SessionId = sessionIdOf("default");
