import type { LoginLack } from "../../core/shell/login/login-environment.ts";
import type { SessionLogin } from "../../core/shell/login/session-login.ts";
import type { OwnMetadata } from "../metadata.ts";
import type { Words } from "../words.ts";

/** The status of a command that bash did not find. */
const NOT_FOUND = 127;

/**
 * What a result says of the login environment: that the command ran without it, in words where that may be why it was not
 * found; and once, that there is none.
 */
export function tellLogin(
  login: SessionLogin,
  { lack, exitCode }: { readonly lack: LoginLack | undefined; readonly exitCode: number | undefined },
  words: Words,
): { readonly facts: OwnMetadata; readonly notes: readonly string[] } {
  const failure = login.takeFailure();
  const facts = lack === undefined ? {} : { login_environment: lack };
  if (lack !== undefined && exitCode === NOT_FOUND) return { facts, notes: [words.ranWithoutLogin(lack)] };
  return { facts, notes: failure === undefined ? [] : [words.loginFailed(failure)] };
}
