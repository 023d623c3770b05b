import { defineConfig } from "vitest/config";

// Run by scripts/test-runtimes.mjs.
export default defineConfig({
  test: {
    include: ["test/runtimes/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
