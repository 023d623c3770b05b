import { adapterContract } from "../contract/adapter.contract.ts";
import { mcpDriver } from "./mcp-driver.ts";

adapterContract(mcpDriver);
