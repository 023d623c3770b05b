import { homedir, userInfo } from "node:os";

/** The user's home. An empty HOME counts as unset: then the system's own record of the user says where it is. */
export function homeDirectory(): string {
  try {
    return homedir() || userInfo().homedir || "/";
  } catch {
    return "/"; // the system has no record of this user
  }
}
