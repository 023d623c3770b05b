import type { Chapter } from "../chapter.ts";
import { C, GO, OTHERS, RUST } from "./compiled.ts";
import { ARCHIVES, EDITORS, FILES } from "./files.ts";
import { GIT } from "./git.ts";
import { NODE } from "./node.ts";
import { PYTHON } from "./python.ts";
import { DATABASES, DOCS, HIDDEN, SERVERS } from "./services.ts";

export const CHAPTERS: readonly Chapter[] = [
  GIT,
  FILES,
  ARCHIVES,
  EDITORS,
  NODE,
  PYTHON,
  C,
  RUST,
  GO,
  OTHERS,
  SERVERS,
  DATABASES,
  DOCS,
  HIDDEN,
];
