/** The battery's attempts, as the tests need them. */
export const ATTEMPTS: readonly { readonly name: string; readonly as?: string; readonly arch?: string }[];
