import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { attachmentsNamedIn } from '@assay/junit';
import type { FoundFile } from '../events/artifactFiles.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

const names = /[^\s"'`<>|()[\]]+\.(?:png|jpe?g|webm|mp4)\b/gi;
const most = 20;
/** The resolution of file times differs between file systems. */
const stepMs = 2000;

/**
 * @param startedAt of the test, ms since 1970: earlier pictures are not its own
 * @returns the files that a test claims as its own with `[[ATTACHMENT|path]]`; and, if the project's settings say so,
 * the pictures and videos that its output names in any way. Only files in the working directory: a test may print
 * anything.
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

/** @returns the named files that are in the directory; names are relative to it. */
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

/** On Windows the path of a URL has a slash before the drive letter, and percent-encoded characters. */
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
