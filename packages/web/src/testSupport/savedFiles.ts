import { jest } from '@jest/globals';
import { textOfBlob } from './textOfBlob.ts';

/** Catches the files that a page saves, as jsdom cannot download; to be called within a test or before each. */
export function catchSavedFiles() {
  const blobs: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return {
    /** @returns the newest one, with the lines of its text; null: none was saved */
    last: async () => {
      const name = names.at(-1);
      return name === undefined ? null : { name, lines: (await textOfBlob(blobs.at(-1))).trim().split('\r\n') };
    },
    restore: () => click.mockRestore(),
  };
}
