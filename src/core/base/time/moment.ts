const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const SPAN = /^(\d{1,9})([smhdw])$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const DAY_CHARS = 10;

/** What a user may write. */
export const MOMENT_FORMS = "30m, 2h, 7d or a date such as 2026-01-31 or 2026-01-31T14:00";

/**
 * A moment in epoch ms: `2h` and the like count from `now` on, or with `"ago"` back from it. A date without an hour is its
 * first moment where the user is. Undefined for anything else.
 */
export function parseMoment(text: string, now: number, direction: "ahead" | "ago" = "ahead"): number | undefined {
  const [, count, unit = ""] = SPAN.exec(text) ?? [];
  if (count !== undefined) {
    const ms = Number(count) * (UNIT_MS[unit] ?? 0);
    const at = direction === "ahead" ? now + ms : now - ms;
    return Math.abs(at) <= LAST_MS ? at : undefined;
  }
  const at = DATE.test(text) ? Date.parse(text.length === DAY_CHARS ? `${text}T00:00` : text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** The last moment that JavaScript can name. */
const LAST_MS = 8.64e15;
