import { randomBytes, randomUUID } from "node:crypto";

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Names one background shell. Unguessable: knowing it is what allows reading and killing. */
export type ShellId = Branded<"ShellId">;

/** Names one session: a bash whose state lives across commands. */
export type SessionId = Branded<"SessionId">;

/** A fresh value that cannot be guessed, in hex digits. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString("hex");

/** What tells one turn's answer from anything else: as hard to guess, and drawn at every command, so from Node's own store. */
export const createNonce = (): string => randomUUID();
export const NONCE_CHARS = 36;

export const createShellId = (): ShellId => `shell_${randomHex(8)}` as ShellId;

export const shellIdOf = (text: string): ShellId => text as ShellId;

export const sessionIdOf = (text: string): SessionId => text as SessionId;

export const DEFAULT_SESSION: SessionId = sessionIdOf("default");
