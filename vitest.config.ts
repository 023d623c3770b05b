import { configDefaults, defineConfig } from "vitest/config";

/** Minutes in a browser: npm run test:page; pictures: npm run page:pictures. */
const longPages = ["whole", "pictures"]
  .filter((name) => name !== process.env["PAGE"])
  .map((name) => `test/page/${name}/**`);

/**
 * Tests of functions: they start no process and leave nothing in a module. Their files share the modules of a worker, because loading the
 * policy anew for each file took six times as long as judging with it.
 */
const pure = "test/core/{base,knowledge,output,policy,terminal,wire}/**/*.test.ts";

const exclude = [
  ...configDefaults.exclude,
  // Programs and packages of others, 580 MB to 2 GB: npm run test:clients, test:conformance, test:frameworks, test:runtimes.
  "test/{clients,frameworks,machines,mcp-conformance,runtimes,terminals}/**",
  ...longPages,
];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "pure", include: [pure], exclude, isolate: false } },
      { extends: true, test: { name: "real", include: ["test/**/*.test.ts"], exclude: [...exclude, pure] } },
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
