import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { loadPageFiles } from "../../../../src/apps/server/page/page-files.ts";

/** What a browser loads at the most. */
const MOST_BYTES = 40 * 1024;

test("the whole page is below 40 KB, compressed", () => {
  const bytes = [...loadPageFiles().values()].reduce((sum, file) => sum + gzipSync(file.bytes, { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test("nothing of the page is loaded from elsewhere, and nothing stands inline", () => {
  const text = loadPageFiles().get("/")?.bytes.toString() ?? "";
  const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link);
  expect(links.every((link) => loadPageFiles().has(link ?? ""))).toBe(true);
  expect(text).not.toMatch(/<style|style=|<script>|\son\w+=/);
  for (const name of ["/page/page.js", "/page/page.css"]) {
    expect(loadPageFiles().get(name)?.bytes.toString()).not.toMatch(
      /(?:@import|url\(|import\()\s*["']?(?:https?:)?\/\//,
    );
  }
});
