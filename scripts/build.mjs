// src/ → dist/. Library by the compiler, so that types and code come from one place.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, root, run } from "./ready.mjs";

ensureDependencies();
rmSync(join(root, "dist"), { recursive: true, force: true });
run(join(root, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"]);
