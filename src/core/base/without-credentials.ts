/** A host that can never answer: it stands where an address could not be shown without its secret. */
export const WITHHELD_ADDRESS = "https://withheld.invalid/";

/** A part of a path that is long and mixed like a token; some registries take their credential there. */
const LIKE_A_TOKEN = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w-]{20,}$/;

const ADDRESS = /([a-z][a-z0-9+.-]*:\/\/)([^\s"'<>,|\])}]*)/gi;

/**
 * Text without the credentials in its addresses: user and password, and what follows a `?` or a `#`. An address with a secret in its
 * path becomes one that never answers, so that no program asks elsewhere in its place.
 */
export const withoutCredentials = (text: string): string =>
  text
    // Everything up to the last "@" of the authority, whatever stands in it.
    .replace(/:\/\/[^\s"'/]*@/g, "://")
    .replace(ADDRESS, (_, scheme: string, rest: string) => {
      const plain = rest.split(/[?#]/)[0] ?? "";
      return plain.split("/").some((part) => LIKE_A_TOKEN.test(part)) ? WITHHELD_ADDRESS : scheme + plain;
    })
    .replace(/^(["']?)[^\s/"']+:[^\s/"']*@/, "$1");
