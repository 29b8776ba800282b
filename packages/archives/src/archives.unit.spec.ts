import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { changeChecksum, zipOf } from '../../../test/support/zipOf.ts';
import { checkArchive, packFiles, packFolder, unpackArchive } from './index.ts';

const limits = { entries: 100, unpackedBytes: 100 * 1024 * 1024 };

type TarEntry = Partial<Header> & { name: string } & { content?: Buffer | string };
async function tarOf(...entries: TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of entries) archive.entry(header, Buffer.from(content));
  archive.finalize();
  return buffer(archive);
}

/** A zip as Unix creates it: the mode of its one entry gives its kind. */
function zipOfMode(name: string, content: string, mode: number): Buffer {
  const zip = zipOf({ name, content });
  const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  zip.writeUInt8(3, at + 5);
  zip.writeUInt32LE((mode << 16) >>> 0, at + 38);
  return zip;
}

describe('archives', () => {
  let folder: string;
  let file: string;
  let target: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-archives-'));
    file = join(folder, 'archive');
    target = join(folder, 'target');
    await mkdir(target);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function refusalOf(content: Buffer): Promise<{ checked: unknown; unpacked: unknown }> {
    await writeFile(file, content);
    const problemOf = (error: { problem?: string }) => error.problem;
    const checked = await checkArchive(file, limits).then(() => 'taken', problemOf);
    const unpacked = await unpackArchive(file, target, limits).then(() => 'taken', problemOf);
    return { checked, unpacked };
  }
  const filesIn = async (place: string) => (await readdir(place, { recursive: true })).sort();

  it.each([
    ['zip', () => zipOf({ name: 'a/b.txt', content: 'text' }, { name: 'c.txt', content: '' })],
    ['tar', () => tarOf({ name: 'a/', type: 'directory' }, { name: 'a/b.txt', content: 'text' }, { name: './c.txt' })],
    ['tar.gz', async () => gzipSync(await tarOf({ name: 'a/b.txt', content: 'text' }, { name: 'c.txt' }))],
  ])('of kind %s are recognised by their content and unpacked', async (kind, make) => {
    await writeFile(file, await make());
    const summary = { kind, files: 2, unpackedBytes: 4 };
    expect(await checkArchive(file, limits)).toEqual(summary);
    expect(await unpackArchive(file, target, limits)).toEqual(summary);
    expect(await filesIn(target)).toEqual(['a', join('a', 'b.txt'), 'c.txt']);
    expect(await readFile(join(target, 'a/b.txt'), 'utf8')).toBe('text');
  });

  it('keep what can be executed, and links within the folder', async () => {
    const entries: TarEntry[] = [
      { name: 'bin/run', mode: 0o755, content: 'run' },
      { name: 'run', type: 'symlink', linkname: 'bin/run' },
      { name: 'bin/again', type: 'symlink', linkname: '../bin/run' },
      { name: 'same', type: 'link', linkname: 'bin/run' },
    ];
    await writeFile(file, await tarOf(...entries));
    await unpackArchive(file, target, limits);
    expect((await stat(join(target, 'bin/run'))).mode & 0o777).toBe(0o755);
    expect(await readlink(join(target, 'bin/again'))).toBe('../bin/run');
    expect(await readFile(join(target, 'bin/again'), 'utf8')).toBe('run');
    expect(await readFile(join(target, 'same'), 'utf8')).toBe('run');
  });

  it('of a folder hold everything except what can be fetched or rebuilt', async () => {
    const source = join(folder, 'source');
    for (const place of ['.git', 'node_modules/x', 'deep/er']) await mkdir(join(source, place), { recursive: true });
    await writeFile(join(source, '.git/HEAD'), 'x');
    await writeFile(join(source, 'node_modules/x/index.js'), 'x');
    await writeFile(join(source, 'deep/er/file'), 'content');
    await writeFile(join(source, 'empty'), '');
    await symlink('deep', join(source, 'link'));
    expect(await packFolder(source, file)).toBe(3);
    await unpackArchive(file, target, limits);
    expect(await readFile(join(target, 'link/er/file'), 'utf8')).toBe('content');
    expect((await readdir(target)).sort()).toEqual(['deep', 'empty', 'link']);
  });

  it('of files have the same bytes for the same content', async () => {
    const source = join(folder, 'r.xml');
    await writeFile(source, 'content');
    expect(await packFiles([{ name: 'deep/r.xml', path: source }], file)).toBe(1);
    const first = await readFile(file);
    await utimes(source, 0, 1_000_000);
    await packFiles([{ name: 'deep/r.xml', path: source }], file);
    expect(await readFile(file)).toEqual(first);
    await unpackArchive(file, target, limits);
    expect(await readFile(join(target, 'deep/r.xml'), 'utf8')).toBe('content');
  });

  const symlinkMode = 0o120777;
  const hostile: [what: string, make: () => Buffer | Promise<Buffer>][] = [
    ['a path that climbs out (zip)', () => zipOf({ name: '../out.txt', content: 'x' })],
    ['a path that climbs out (tar)', () => tarOf({ name: 'a/../../out.txt', content: 'x' })],
    ['an absolute path (zip)', () => zipOf({ name: '/tmp/out.txt', content: 'x' })],
    ['an absolute path (tar)', () => tarOf({ name: '/tmp/out.txt', content: 'x' })],
    ['a drive letter', () => zipOf({ name: 'C:/out.txt', content: 'x' })],
    ['a drive letter in a tar', () => tarOf({ name: 'c:out.txt', content: 'x' })],
    ['backslashes that climb out', () => tarOf({ name: '..\\out.txt', content: 'x' })],
    ['a control character in a name', () => tarOf({ name: 'a\nb', content: 'x' })],
    ['a link out of the folder (tar)', () => tarOf({ name: 'l', type: 'symlink', linkname: '../out' })],
    ['a link out of the folder (zip)', () => zipOfMode('l', '../out', symlinkMode)],
    ['an absolute link', () => tarOf({ name: 'l', type: 'symlink', linkname: '/etc/passwd' })],
    ['a link that climbs behind a name', () => tarOf({ name: 'a/l', type: 'symlink', linkname: 'b/../../../out' })],
    ['a link without a target', () => zipOfMode('l', '', symlinkMode)],
    [
      'a chain of links that leads out',
      () =>
        tarOf(
          { name: 'd/e/up', type: 'symlink', linkname: '..' },
          { name: 'd/l', type: 'symlink', linkname: 'e/up/../../out' },
        ),
    ],
    [
      'a file written through a link',
      () => tarOf({ name: 'd', type: 'symlink', linkname: '.' }, { name: 'd/x', content: 'x' }),
    ],
    [
      'a link that takes the place of a folder',
      () => tarOf({ name: 'd/x', content: 'x' }, { name: 'd', type: 'symlink', linkname: '.' }),
    ],
    ['a file within a file', () => tarOf({ name: 'd', content: 'x' }, { name: 'd/x', content: 'x' })],
    ['a hard link out of the folder', () => tarOf({ name: 'l', type: 'link', linkname: '../../etc/passwd' })],
    ['a hard link to what is not in the archive', () => tarOf({ name: 'l', type: 'link', linkname: 'etc/passwd' })],
    [
      'a hard link to a link',
      () => tarOf({ name: 'a', type: 'symlink', linkname: 'b' }, { name: 'l', type: 'link', linkname: 'a' }),
    ],
    ['a device', () => tarOf({ name: 'null', type: 'character-device', devmajor: 1, devminor: 3 })],
    ['a pipe', () => tarOf({ name: 'pipe', type: 'fifo' })],
    ['one name twice', () => zipOf({ name: 'a', content: '1' }, { name: 'a', content: '2' })],
  ];
  it.each(hostile)('are refused for %s, and nothing is written outside', async (_what, make) => {
    expect(await refusalOf(await make())).toEqual({ checked: 'unsafe', unpacked: 'unsafe' });
    expect((await readdir(folder)).sort()).toEqual(['archive', 'target']);
  });

  const zeros = (bytes: number) => Buffer.alloc(bytes);
  const bombs: [what: string, make: () => Buffer | Promise<Buffer>][] = [
    [
      'more files than allowed',
      () => zipOf(...Array.from({ length: 101 }, (_, n) => ({ name: `f${n}`, content: '' }))),
    ],
    ['a ratio that only a bomb has (zip)', () => zipOf({ name: 'a', content: zeros(90 * 1024 * 1024) })],
    [
      'a ratio that only a bomb has (tar.gz)',
      async () => gzipSync(await tarOf({ name: 'a', content: zeros(90 * 1024 * 1024) })),
    ],
    ['more bytes than allowed', () => tarOf({ name: 'a', content: zeros(101 * 1024 * 1024) })],
  ];
  it.each(bombs)('are refused for %s', async (_what, make) => {
    expect(await refusalOf(await make())).toEqual({ checked: 'tooLarge', unpacked: 'tooLarge' });
  });

  it('are stopped at an entry that holds more than it declares', async () => {
    const zip = zipOf({ name: 'a', content: Buffer.alloc(1_000_000) });
    for (const at of [zip.indexOf('PK\x03\x04') + 22, zip.indexOf('PK\x01\x02') + 24]) zip.writeUInt32LE(10, at);
    expect(await refusalOf(zip)).toEqual({ checked: 'unreadable', unpacked: 'unreadable' });
  });

  it('are refused when an entry does not match its checksum', async () => {
    const zip = zipOf({ name: 'a', content: 'x'.repeat(1000) });
    changeChecksum(zip);
    expect(await refusalOf(zip)).toEqual({ checked: 'unreadable', unpacked: 'unreadable' });
  });

  const broken: [what: string, make: () => Buffer | Promise<Buffer>][] = [
    ['no archive at all', () => Buffer.from('PDF, perhaps')],
    ['nothing', () => Buffer.alloc(0)],
    ['a zip without its end', () => zipOf({ name: 'a', content: 'x'.repeat(1000) }).subarray(0, 100)],
    [
      'a gzip that is cut off',
      async () => gzipSync(await tarOf({ name: 'a', content: 'x'.repeat(1000) })).subarray(0, 40),
    ],
    ['a gzip of something else', () => gzipSync('x'.repeat(2000))],
    ['a tar that is cut off', async () => (await tarOf({ name: 'a', content: 'x'.repeat(5000) })).subarray(0, 2048)],
    ['an empty zip', () => zipOf()],
    ['a header larger than any name', () => tarOf({ name: 'a', pax: { comment: 'x'.repeat(5 * 1024 * 1024) } })],
    ['a zip of folders only', () => zipOf({ name: 'a/', content: '' })],
    ['damaged content', () => damaged(zipOf({ name: 'a', content: 'x'.repeat(1000) }))],
  ];
  it.each(broken)('that are %s cannot be read', async (_what, make) => {
    await writeFile(file, await make());
    await expect(checkArchive(file, limits)).rejects.toMatchObject({ problem: 'unreadable' });
  });
});

function damaged(zip: Buffer): Buffer {
  const packed = deflateRawSync(Buffer.from('x'.repeat(1000)));
  const at = zip.indexOf(packed);
  zip.fill(0xff, at, at + packed.length);
  expect(crc32(packed)).not.toBe(crc32(zip.subarray(at, at + packed.length)));
  return zip;
}
