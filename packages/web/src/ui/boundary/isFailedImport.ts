/** How Chromium, Firefox and Safari say that the file of a dynamic import was not served, or not as a script. */
const failures = [
  /^Failed to fetch dynamically imported module/,
  /^error loading dynamically imported module/,
  /^Importing a module script failed/,
  /is not a valid JavaScript MIME type/,
  // Vite, for the styles of the imported file.
  /^Unable to preload CSS for/,
];

/** @returns whether a part of the client could not be loaded, as happens after an upgrade has replaced its file. */
export function isFailedImport(error: unknown): boolean {
  return error instanceof Error && failures.some((failure) => failure.test(error.message));
}
