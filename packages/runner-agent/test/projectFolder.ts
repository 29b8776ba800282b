import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../src/process/startProcess.ts';
import type { HelperOrder } from '../src/projectFiles/fileHelper.ts';
import type { OpenedFile } from '../src/projectFiles/projectFiles.ts';

/** @returns a folder that is new for each test of the file, and what writes a file below it, with the folders above */
export function folderOfEach(): { readonly path: string; put: (path: string, content?: string) => string } {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-files-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get path() {
      return folder;
    },
    put: (path, content = '') => {
      const whole = join(folder, path);
      mkdirSync(join(whole, '..'), { recursive: true });
      writeFileSync(whole, content);
      return whole;
    },
  };
}

/** @returns what matches an error of project files with that code */
export function codeOf(code: string) {
  return expect.objectContaining({ name: 'ProjectFileError', code });
}

export async function textOf(file: OpenedFile): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of file.chunks()) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Starts the helper outside of any sandbox. */
export const startHelper = (order: HelperOrder) =>
  startProcess({ ...order, directory: tmpdir(), environment: { PATH: process.env.PATH } });
