import { defineConfig } from "vitest/config";

// Run by scripts/test-clients.mjs, never by `npm test`.
export default defineConfig({
  test: {
    include: ["test/clients/*.test.ts"],
    // Six clients, a handover after 45 s each.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
