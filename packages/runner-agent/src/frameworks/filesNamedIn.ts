import { stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FoundFile } from '../events/artifactFiles.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

const names = /[^\s"'`<>|()[\]]+\.(?:png|jpe?g|webm|mp4)\b/gi;
const most = 20;
/** File systems keep times in steps, and not all of them in fine ones. */
const stepMs = 2000;

/**
 * @param startedAt of the test, ms since 1970: a picture of an earlier one is not its own
 * @returns the pictures and videos that a test names in its output, where the project says that tests do so. Only such
 * as lie in the working directory: a test may print whatever it likes.
 */
export async function filesNamedIn(
  output: string,
  { run, directory }: FrameworkContext,
  startedAt: number,
): Promise<FoundFile[]> {
  if (!run.settings.screenshotNamesInOutput) return [];
  const said = stripVTControlCharacters(output).match(names) ?? [];
  const paths = [...new Set(said.map((name) => resolve(directory, name.replace(/^file:\/\//, ''))))];
  const found: FoundFile[] = [];
  for (const path of paths) {
    if (found.length === most) break;
    const inside = relative(directory, path);
    if (inside.startsWith(`..${sep}`) || isAbsolute(inside)) continue;
    const file = await stat(path).catch(() => null);
    if (!file?.isFile() || file.mtimeMs < startedAt - stepMs) continue;
    found.push({ path, name: basename(path), mediaType: null });
  }
  return found;
}
