import { mcpDriver } from "../adapters/mcp-driver.ts";
import { openOnMachine } from "../support/machine-kit.ts";
import { adapterContract } from "./adapter.contract.ts";

// The tools keep on a machine what they keep here: the same suite, through a worker behind a pipe.
adapterContract({ ...mcpDriver, name: "mcp, on a machine" }, () => openOnMachine());
