import { defineConfig } from "vitest/config";

// Run by scripts/test-conformance.mjs, never by `npm test`.
export default defineConfig({
  test: {
    include: ["test/mcp-conformance/*.test.ts"],
    testTimeout: 300_000,
  },
});
