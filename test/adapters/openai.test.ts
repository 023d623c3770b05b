import { adapterContract } from "../contract/adapter.contract.ts";
import { openaiDrivers } from "./openai-drivers.ts";

for (const driver of openaiDrivers) adapterContract(driver);
