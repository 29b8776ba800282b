/** Properties of a suite that say in which of several surroundings its tests ran. */
export const variantProperty = /^(browser|browser[._-]?name|device|platform|os|project)$/i;

const browserName =
  /^(?:(?:mobile|desktop|google|microsoft|headless)[ -]?)*(?:chrome|chromium|firefox|webkit|safari|(?:ms)?edge|opera|electron)$/i;
const scriptFile = /\.[cm]?[jt]sx?$/i;

/**
 * A host's name is mostly that of a machine, another one each time. Playwright writes its project there: it alone gives
 * an id to the root, and calls its suites by their files.
 * @returns the host's name where it says what the tests ran in, else null
 */
export function variantOfHost({
  name,
  hostname,
  rootHasId,
}: {
  name: string;
  hostname: string | null;
  rootHasId: boolean;
}): string | null {
  if (!hostname) return null;
  return browserName.test(hostname) || (rootHasId && scriptFile.test(name)) ? hostname : null;
}
