#!/usr/bin/env node
import { main } from "../dist/apps/cli/main.js";

await main();
