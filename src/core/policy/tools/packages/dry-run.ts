/** Switches by which a tool only shows what it would publish. */
export const DRY_RUN = "--dry-run* --dry --no-push* --check -n";
