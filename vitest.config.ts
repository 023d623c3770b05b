import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Programs and packages of others, 580 MB to 2 GB: npm run test:clients, test:conformance, test:frameworks, test:runtimes.
    exclude: [...configDefaults.exclude, "test/{clients,frameworks,mcp-conformance,runtimes}/**"],
    globalSetup: ["test/support/build-once.ts"],
    setupFiles: ["test/support/private-state.ts", "test/support/fixed-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two workers: the machines this runs on have two cores and the tests start real processes.
    maxWorkers: 2,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The process itself: run by the end-to-end tests as a process of its own.
      exclude: ["src/apps/cli/main.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 90, branches: 90 },
    },
  },
});
