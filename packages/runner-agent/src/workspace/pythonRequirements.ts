import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requirementFiles } from '@assay/contract';

export type Requirements = {
  files: string[];
  /** The content of those files and all that they include. */
  texts: string[];
  /** Something of the checkout itself is installed. */
  installsCheckout: boolean;
};

/** @returns null for a folder that declares no requirements. */
export async function readRequirements(directory: string): Promise<Requirements | null> {
  const files = requirementFiles.filter((name) => existsSync(join(directory, name)));
  if (files.length === 0) return null;
  const texts = new Map<string, string>();
  for (const file of files) await read(join(directory, file), texts);
  const lines = [...texts.values()].flatMap((text) => text.split('\n')).map((line) => line.trim());
  const installsCheckout = lines.some((line) => /^(-e\b|--editable\b|\.{1,2}(\/|$|\[)|file:)|@\s*file:/.test(line));
  return { files, texts: [...texts.values()], installsCheckout };
}

async function read(path: string, texts: Map<string, string>): Promise<void> {
  if (texts.has(path)) return;
  // pip reports a missing file better than we can.
  const text = await readFile(path, 'utf8').catch(() => '');
  texts.set(path, text);
  for (const [, included] of text.matchAll(/^\s*(?:-r|--requirement|-c|--constraint)[\s=]*(\S+)/gm)) {
    if (included && !/^[a-z]+:/i.test(included)) await read(join(dirname(path), included), texts);
  }
}
