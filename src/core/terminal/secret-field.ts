/** Words by which a program asks for what nobody else should see. */
export const SECRET_FIELD: RegExp =
  /pass(?:word|phrase|code|wort)|\bpin\b|token|secret|\botp\b|api.?key|verification code/i;
