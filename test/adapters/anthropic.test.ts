import { adapterContract } from "../contract/adapter.contract.ts";
import { anthropicDrivers } from "./anthropic-drivers.ts";

for (const driver of anthropicDrivers) adapterContract(driver);
