import "./supervisor.contract.ts";
