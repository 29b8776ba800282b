import { shortageOf } from './diskSpace.ts';

const gigabyte = 1024 ** 3;
const wanted = gigabyte / 2;

describe('what a disk is short of', () => {
  it.each([
    ['bytes', { bytes: wanted - 1, files: 1e6, maxFiles: 1e7 }, 'bytes'],
    ['files, one for each 16 KiB', { bytes: gigabyte, files: 32_767, maxFiles: 1e7 }, 'files'],
    ['nothing', { bytes: wanted, files: 32_768, maxFiles: 1e7 }, null],
    ['nothing where a tenth of few files is free', { bytes: wanted, files: 1000, maxFiles: 10_000 }, null],
    ['files where less than a tenth of few is free', { bytes: wanted, files: 999, maxFiles: 10_000 }, 'files'],
    ['nothing where files have no limit', { bytes: wanted, files: Infinity, maxFiles: Infinity }, null],
  ])('is %s', (_, space, shortage) => {
    expect(shortageOf(space, wanted)).toBe(shortage);
  });

  it('is nothing where a part is enough', () => {
    expect(shortageOf({ bytes: wanted / 4, files: 8192, maxFiles: 1e7 }, wanted, 1 / 4)).toBeNull();
    expect(shortageOf({ bytes: wanted / 4, files: 8191, maxFiles: 1e7 }, wanted, 1 / 4)).toBe('files');
  });
});
