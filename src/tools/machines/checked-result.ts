import { isRecord } from "../../core/base/is-record.ts";
import { WORKER_TEXT_CHARS } from "../../core/base/limits/machine-limits.ts";
import { stripAnsi } from "../../core/output/text/strip-ansi.ts";
import { fields, flag, maybe, plainData, text, whole } from "../../core/wire/checks.ts";
import type { ToolResult } from "../tool.ts";

const checkSaid = fields({
  dropped: whole(0, Number.MAX_SAFE_INTEGER),
  result: fields({ success: flag, output: text(WORKER_TEXT_CHARS), error: maybe(text(WORKER_TEXT_CHARS)) }),
});

/** What a result may say of a call and a program may act on: a wrong type is no result. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  exit_code: (value) => value === null || Number.isSafeInteger(value),
  duration_ms: (value) => value === null || typeof value === "number",
  truncated: (value) => typeof value === "boolean",
  cwd: (value) => typeof value === "string",
  bash_id: (value) => typeof value === "string" && /^(?:shell|question)_[0-9a-f]{8,64}$/.test(value),
  containment: (value) => value === "full" || value === "partial" || value === "none",
  timed_out: (value) => typeof value === "boolean",
  error_kind: (value) => typeof value === "string",
};

/** A result that came from a worker, or undefined for one that is none. Text has no escape sequences unless asked for. */
export function checkedResult(
  value: unknown,
  raw: boolean,
): { readonly result: ToolResult; readonly dropped: number } | undefined {
  try {
    const { result, dropped } = checkSaid(value, "result");
    const said = isRecord(value) && isRecord(value["result"]) ? value["result"]["metadata"] : undefined;
    const metadata = plainData(said, "metadata");
    if (!isRecord(metadata)) return undefined;
    const isTrue = Object.entries(TYPES).every(([key, is]) => metadata[key] === undefined || is(metadata[key]));
    if (!isTrue) return undefined;
    const shown = (words: string): string => (raw ? words : stripAnsi(words));
    const { success, output, error } = result;
    return {
      result: {
        success,
        output: shown(output),
        ...(error === undefined ? {} : { error: shown(error) }),
        metadata,
      },
      dropped,
    };
  } catch {
    return undefined;
  }
}
