import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { attachmentsNamedIn } from '@assay/junit';
import type { FoundFile } from '../events/artifactFiles.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

const names = /[^\s"'`<>|()[\]]+\.(?:png|jpe?g|webm|mp4)\b/gi;
const most = 20;
/** File systems keep times in steps, and not all of them in fine ones. */
const stepMs = 2000;

/**
 * @param startedAt of the test, ms since 1970: a picture of an earlier one is not its own
 * @returns the files that a test names as its own, by `[[ATTACHMENT|path]]`; and the pictures and videos that it names
 * in its output in any way, where the project says that tests do so. Only such as lie in the working directory: a test
 * may print whatever it likes.
 */
export async function filesNamedIn(
  output: string,
  { run, directory }: Pick<FrameworkContext, 'run' | 'directory'>,
  startedAt: number,
): Promise<FoundFile[]> {
  const plain = stripVTControlCharacters(output);
  const attached = await attachedFiles(attachmentsNamedIn(plain), directory);
  const said = run.settings.screenshotNamesInOutput ? (plain.match(names) ?? []) : [];
  const found = new Map(attached.map((file) => [file.path, file]));
  for (const path of pathsOf(said, directory)) {
    if (found.size >= most) break;
    if (found.has(path) || !(await isWithin(path, directory))) continue;
    const file = await stat(path).catch(() => null);
    if (file?.isFile() && file.mtimeMs >= startedAt - stepMs) found.set(path, fileAt(path));
  }
  return [...found.values()];
}

/** @returns those of the named files that lie in the directory, which the names are relative to. */
export async function attachedFiles(named: readonly string[], directory: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of pathsOf(named, directory)) {
    if (found.length === most) break;
    const file = await stat(path).catch(() => null);
    if (file?.isFile() && (await isWithin(path, directory))) found.push(fileAt(path));
  }
  return found;
}

function pathsOf(named: readonly string[], directory: string): string[] {
  return [...new Set(named.map((name) => resolve(directory, pathOf(name))))];
}

/** The path of a URL has a stroke before the drive on Windows, and signs that a file's name has not. */
function pathOf(name: string): string {
  if (!name.startsWith('file://')) return name;
  try {
    return fileURLToPath(name);
  } catch {
    return name.slice('file://'.length);
  }
}

/** A link in the directory may lead out of it. */
async function isWithin(path: string, directory: string): Promise<boolean> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return false;
  const inside = relative(await realpath(directory), real);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function fileAt(path: string): FoundFile {
  return { path, name: basename(path), mediaType: null };
}
