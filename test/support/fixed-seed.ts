import fc from "fast-check";

// `npm test` must say the same twice; FUZZ_SEED=random looks for something new, and fast-check prints what it found.
if (process.env["FUZZ_SEED"] !== "random")
  fc.configureGlobal({ seed: Number(process.env["FUZZ_SEED"] ?? 220_944_816) });
