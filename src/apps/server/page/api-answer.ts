import type { Refused } from "../../page/page-messages.ts";

/** What a request of the page is answered with, as JSON. */
export type ApiAnswer = { readonly status: number; readonly value: object };

export const refusalOf = (code: string, message: string): Refused => ({ error: { code, message } });
