import { basename, relative, sep } from 'node:path';
import type { FrameworkContext } from '../frameworkAdapter.ts';

type SpecPlace = Pick<FrameworkContext, 'directory' | 'repository' | 'host'>;

const usual = 'cypress/e2e/**/*.cy.{js,jsx,ts,tsx}';
/** Up to version 9 a JSON file names the specs, and the default folder is a different one. */
const usualOfJson = { folder: 'cypress/integration', files: '**/*.*' };

/**
 * @param configFile absolute; read, not executed, because it may import what exists only in Cypress
 * @returns the spec files that it names, relative to the directory, sorted by name.
 */
export async function cypressSpecFiles(
  { directory, repository, host: { files } }: SpecPlace,
  configFile: string,
): Promise<string[]> {
  const text = (await files.readText(configFile)) ?? '';
  const patterns = basename(configFile).endsWith('.json')
    ? jsonPatterns(text)
    : (named(text, 'specPattern') ?? [usual]);
  const ignored = named(text, 'excludeSpecPattern') ?? ['**/*.hot-update.js'];
  const found = await files.find(directory, patterns, { exclude: ignored, within: repository });
  return found.map(({ path }) => relative(directory, path).split(sep).join('/'));
}

function jsonPatterns(text: string): string[] {
  const [folder] = named(text, 'integrationFolder') ?? [usualOfJson.folder];
  const files = named(text, 'testFiles') ?? [usualOfJson.files];
  return files.map((pattern) => `${folder}/${pattern}`);
}

/** @returns the texts of the setting with this name, one or a list; null where it is not set. */
function named(text: string, setting: string): string[] | null {
  const value = new RegExp(`["']?${setting}["']?\\s*:\\s*(\\[[^\\]]*\\]|"[^"]*"|'[^']*'|\`[^\`]*\`)`).exec(text)?.[1];
  if (value === undefined) return null;
  return [...value.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)].map(([, ...texts]) => texts.find(Boolean) ?? '');
}
