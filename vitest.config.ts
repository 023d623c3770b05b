import { configDefaults, defineConfig } from "vitest/config";

/** Minutes in a browser: npm run test:page; pictures: npm run page:pictures. */
const longPages = ["whole", "pictures"]
  .filter((name) => name !== process.env["PAGE"])
  .map((name) => `test/page/${name}/**`);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Programs and packages of others, 580 MB to 2 GB: npm run test:clients, test:conformance, test:frameworks, test:runtimes.
    exclude: [
      ...configDefaults.exclude,
      "test/{clients,frameworks,machines,mcp-conformance,runtimes,terminals}/**",
      ...longPages,
    ],
    globalSetup: ["test/support/build-once.ts"],
    setupFiles: ["test/support/private-state.ts", "test/support/fixed-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two workers: the machines this runs on have two cores and the tests start real processes.
    maxWorkers: 2,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: [
        "src/apps/cli/main.ts", // the process itself: run by the end-to-end tests as a process of its own
        // What only a browser runs (and every .tsx): test/page drives it there, where V8's counters of this process end.
        "src/apps/page/wire/**",
        "src/apps/page/state/model.ts",
      ],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 90, branches: 90 },
    },
  },
});
