export { FAULTS, Fault, type FaultCode } from "./core/base/fault.ts";
export { DEFAULT_LIMITS, type LimitName, type Limits } from "./core/base/limits.ts";
