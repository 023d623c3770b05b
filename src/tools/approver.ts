/** What adapters need to know of whoever answers an `ask`. */
export type { Answer, Approver, Question } from "../core/permission/approver.ts";
