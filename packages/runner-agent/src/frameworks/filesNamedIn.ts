import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutEscapeCodes } from '@assay/contract';
import { attachmentsNamedIn } from '@assay/junit';
import type { FoundFile } from '../events/artifactFiles.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';

type Host = { host: Pick<ProcessHost, 'files'> };

const separators = /[\s"'`<>|()[\]]+/;
const picture = /^.+\.(?:png|jpe?g|webm|mp4)\b/i;
const longestName = 1000;
const searchedOutput = 1024 * 1024;
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
  { run, host: { files }, directory }: Pick<FrameworkContext, 'run' | 'directory'> & Host,
  startedAt: number,
): Promise<FoundFile[]> {
  const plain = withoutEscapeCodes(output);
  const attached = await attachedFiles(attachmentsNamedIn(plain), files, directory);
  const said = run.settings.screenshotNamesInOutput ? picturesNamedIn(plain) : [];
  const found = new Map(attached.map((file) => [file.path, file]));
  for (const path of pathsOf(said, directory)) {
    if (found.size >= most) break;
    if (found.has(path)) continue;
    const modifiedMs = await modificationOf(path, files, directory);
    if (modifiedMs !== null && modifiedMs >= startedAt - stepMs) found.set(path, fileAt(path));
  }
  return [...found.values()];
}

/** @returns the named files that are in the directory; names are relative to it. */
export async function attachedFiles(
  named: readonly string[],
  files: ProjectFiles,
  directory: string,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of pathsOf(named, directory)) {
    if (found.length === most) break;
    if ((await modificationOf(path, files, directory)) !== null) found.push(fileAt(path));
  }
  return found;
}

function picturesNamedIn(output: string): string[] {
  const words = output.slice(-searchedOutput).split(separators);
  return words.flatMap((word) => (word.length > longestName ? [] : (picture.exec(word) ?? [])));
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

/** @returns when a file in the directory was last changed; null where none is: a link may lead out of it. */
async function modificationOf(path: string, files: ProjectFiles, directory: string): Promise<number | null> {
  try {
    const file = await files.open(path, directory);
    await file.close();
    return file.modifiedMs;
  } catch {
    // What a test names may not exist, or may not be a file.
    return null;
  }
}

function fileAt(path: string): FoundFile {
  return { path, name: basename(path), mediaType: null };
}
