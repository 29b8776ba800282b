/** The release: shown by /health, the API's description and `assay --version`, and the start of an agent's version. */
export const version = '0.1.0';

/** The header by which the service says its version to the command line. */
export const versionHeader = 'assay-version';

/** @returns whether two releases differ in more than a patch: what one says, the other may not understand */
export function areOtherReleases(one: string, other: string): boolean {
  const minorOf = (release: string) => release.split('.').slice(0, 2).join('.');
  return minorOf(one) !== minorOf(other);
}
