/**
 * What an emulator may answer to a program: where the cursor is, what kind of terminal this is, which modes and colours
 * hold. These forms carry nothing that a program has written, so that what it prints can never come back as typed text.
 */
const FIXED_FORMS =
  /^(?:\x1b\[[?>=]?[\d;]*(?:\$y|[cnRt])|\x1bP[01]\$r[\d;]*(?: q|"[pq]|[mrst])?\x1b\\|\x1b\](?:4;\d{1,3}|1[0-2]);rgb:[\da-f/]{5,14}(?:\x1b\\|\x07))+$/i;

/** Whether an answer of the emulator may be typed into the terminal. */
export const isFixedReply = (reply: string): boolean => FIXED_FORMS.test(reply);
