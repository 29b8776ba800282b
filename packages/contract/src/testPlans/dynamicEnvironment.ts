/** What a dynamic environment may name, in braces: it stands for what the suite is run on. */
export const dynamicEnvironmentNames = ['branch', 'build'] as const;

const placeholder = /\{(\w+)\}/g;

/** @returns the names in braces that mean nothing */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = dynamicEnvironmentNames;
  return [...text.matchAll(placeholder)].flatMap(([, name]) => (name && !known.includes(name) ? [name] : []));
}

/**
 * @param version what the suite is run on; a name without a value is left empty
 * @returns the key of the environment that the text means: `review-{branch}` on `feature/cart` is `review-feature-cart`
 */
export function dynamicEnvironmentKey(text: string, version: { branch: string | null; build: string | null }): string {
  const filled = text.replace(placeholder, (whole, name: string) => {
    if (name === 'branch') return version.branch ?? '';
    return name === 'build' ? (version.build ?? '') : whole;
  });
  return filled
    .trim()
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 60);
}
