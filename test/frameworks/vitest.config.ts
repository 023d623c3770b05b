import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

const within = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// Run by scripts/test-frameworks.mjs, never by `npm test`.
export default defineConfig({
  root: within("."),
  resolve: {
    alias: [
      { find: /^nacre$/, replacement: within("src/index.ts") },
      { find: /^nacre\/(.+)$/, replacement: within("src/adapters/$1.ts") },
    ],
  },
  test: { ...base.test, include: ["test/frameworks/*.test.ts"], exclude: ["**/node_modules/**"] },
});
