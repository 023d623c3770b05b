/**
 * Headers of every answer to a browser: nothing is kept, guessed, framed, or loaded from elsewhere; no script of a page can
 * make HTML of a text.
 */
export const SAFETY: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=(), fullscreen=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
