import type { Tool } from "../tool-shape.ts";
import { COPIES } from "./copies.ts";
import { DOWNLOADS } from "./downloads.ts";
import { LISTENERS } from "./listeners.ts";
import { MAIL } from "./mail.ts";
import { NAME_LOOKUPS } from "./name-lookups.ts";
import { REMOTE_SHELLS } from "./remote-shells.ts";
import { REQUESTS } from "./requests.ts";
import { SCANNERS } from "./scanners.ts";
import { SHARING } from "./sharing.ts";
import { TUNNELS } from "./tunnels.ts";

/** Every tool of this folder. */
export const NETWORK_TOOLS: readonly Tool[] = [
  ...DOWNLOADS,
  ...REQUESTS,
  ...REMOTE_SHELLS,
  ...COPIES,
  ...SHARING,
  ...MAIL,
  ...NAME_LOOKUPS,
  ...SCANNERS,
  ...TUNNELS,
  ...LISTENERS,
];
