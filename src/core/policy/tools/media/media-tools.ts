import type { Tool } from "../tool.ts";
import { DOCUMENTS } from "./documents.ts";
import { IMAGES } from "./images.ts";
import { PLAYERS } from "./players.ts";

/** Every tool of this folder. */
export const MEDIA_TOOLS: readonly Tool[] = [...IMAGES, ...DOCUMENTS, ...PLAYERS];
