/** How a test's output names its files, as in Playwright and Jenkins' plug-in. */
const note = /\[\[ATTACHMENT\|([^\]\r\n]{1,1000})\]\]/g;

/** @returns the paths of the files that a test's output names as its own, each once. */
export function attachmentsNamedIn(output: string): string[] {
  if (!output.includes('[[ATTACHMENT|')) return [];
  const paths = [...output.matchAll(note)].map(([, path = '']) => path.trim());
  return [...new Set(paths.filter(Boolean))];
}
