import type { Tool } from "../tool-shape.ts";
import { LANGUAGE_MANAGERS } from "./language-managers.ts";
import { NODE_PACKAGES } from "./node-packages.ts";
import { PYTHON_PACKAGES } from "./python-packages.ts";
import { PYTHON_PROJECTS } from "./python-projects.ts";
import { RELEASES } from "./releases.ts";
import { VERSION_MANAGERS } from "./version-managers.ts";

/** Every tool of this folder. */
export const PACKAGE_TOOLS: readonly Tool[] = [
  ...NODE_PACKAGES,
  ...PYTHON_PACKAGES,
  ...PYTHON_PROJECTS,
  ...LANGUAGE_MANAGERS,
  ...VERSION_MANAGERS,
  ...RELEASES,
];
