import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Fault } from "../../../core/base/fault.ts";

export type PageFile = { readonly type: string; readonly bytes: Buffer };

/** What the page is made of, by the path that a browser asks for. */
const FILES = {
  "/": { name: "index.html", type: "text/html; charset=utf-8" },
  "/page/page.js": { name: "page.js", type: "text/javascript; charset=utf-8" },
  "/page/page.css": { name: "page.css", type: "text/css; charset=utf-8" },
  "/page/icon.svg": { name: "icon.svg", type: "image/svg+xml" },
} as const;

/** Where the build puts them: beside the command's bundle, the modules, or below the sources' root. */
const PLACES = ["../page/", "../../../../page/", "../../../../dist/page/"];

/** Reads the files of the page; a fault where this nacre was not built. */
export function loadPageFiles(): ReadonlyMap<string, PageFile> {
  const place = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) =>
    existsSync(`${path}page.js`),
  );
  if (place === undefined) throw new Fault("CONFIG_INVALID", "the page was not built; run: npm run build");
  return new Map(
    Object.entries(FILES).map(([path, { name, type }]) => [path, { type, bytes: readFileSync(`${place}${name}`) }]),
  );
}
