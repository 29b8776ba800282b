import { dirname, join } from 'node:path';
import { requirementFiles } from '@assay/contract';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';

export type Requirements = {
  files: string[];
  /** The content of those files and all that they include. */
  texts: string[];
  /** Something of the checkout itself is installed. */
  installsCheckout: boolean;
};

/** Requirements files that include each other are read up to this number. */
const maxFiles = 100;
/** Larger ones are left to pip. */
const maxBytes = 1024 * 1024;
const longestLine = 1000;

/** @returns null for a folder that declares no requirements. */
export async function readRequirements(files: ProjectFiles, directory: string): Promise<Requirements | null> {
  const declared = await requirementFilesIn(files, directory);
  if (declared.length === 0) return null;
  const texts = new Map<string, string>();
  for (const file of declared) await read(files, join(directory, file), texts);
  const lines = [...texts.values()].flatMap((text) => text.split('\n')).map((line) => line.trim());
  const installsCheckout = lines.some((line) => /^(-e\b|--editable\b|\.{1,2}(\/|$|\[)|file:)|@\s*file:/.test(line));
  return { files: declared, texts: [...texts.values()], installsCheckout };
}

async function requirementFilesIn(files: ProjectFiles, directory: string): Promise<string[]> {
  const exist = await Promise.all(requirementFiles.map((name) => files.isFile(join(directory, name))));
  return requirementFiles.filter((_, index) => exist[index]);
}

async function read(files: ProjectFiles, path: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(path) || texts.size === maxFiles) return;
  // pip reports a missing file better than we can.
  const text = (await files.readText(path, { limit: maxBytes }).catch(() => null)) ?? '';
  texts.set(path, text);
  for (const line of text.split('\n')) {
    const included = includedBy(line);
    if (included && !/^[a-z]+:/i.test(included)) await read(files, join(dirname(path), included), texts);
  }
}

/** @returns the file that a line of requirements includes */
function includedBy(line: string): string | undefined {
  return /^(?:-r|--requirement|-c|--constraint)[\s=]*(\S+)/.exec(line.slice(0, longestLine).trim())?.[1];
}
