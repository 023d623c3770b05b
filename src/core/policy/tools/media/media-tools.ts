import type { Tool } from "../tool-shape.ts";
import { DOCUMENTS } from "./documents.ts";
import { RECORDERS } from "./ffmpeg.ts";
import { IMAGES } from "./images.ts";
import { PLAYERS } from "./players.ts";

/** Every tool of this folder. */
export const MEDIA_TOOLS: readonly Tool[] = [...RECORDERS, ...IMAGES, ...DOCUMENTS, ...PLAYERS];
