import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { isRecord } from "../../core/base/is-record.ts";

const NAMES: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * Whether a value is a request as clients send it call after call: told by its own fields, because the SDK's look costs as
 * much as a ping. The SDK takes every such value for a request; of others it is asked.
 */
export function isUsualRequest(value: unknown): value is JSONRPCRequest {
  if (!isRecord(value) || value["jsonrpc"] !== "2.0" || typeof value["method"] !== "string") return false;
  const { id, params = {} } = value;
  if (!isRequestId(id) || !isRecord(params) || Object.keys(value).some((name) => !NAMES.has(name))) return false;
  const { _meta: meta = {} } = params;
  return isRecord(meta) && Object.entries(meta).every(([name, it]) => name === "progressToken" && isRequestId(it));
}

const isRequestId = (id: unknown): boolean => typeof id === "string" || Number.isSafeInteger(id);
