import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { eventually } from '../../../test/support/eventually.ts';
import { uploadLimits } from '../src/uploads/uploadLimits.ts';
import type { Person } from './apiUnderTest.ts';
import { passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

const MiB = 1024 * 1024;
const large = 6;

/** A report with one test that takes long to read, in a few KB. */
async function slowReport(): Promise<Buffer> {
  const space = Buffer.alloc(MiB, ' ');
  function* parts() {
    yield '<testsuite name="s">';
    for (let part = 0; part < 150; part += 1) yield space;
    yield `${passed('slow')}</testsuite>`;
  }
  return buffer(Readable.from(parts(), { objectMode: false }).pipe(createGzip()));
}

describe('uploads of several accounts', () => {
  let uploads: UploadsUnderTest;
  let other: Person;
  let theirs: { projectId: string; environmentId: string };
  beforeAll(async () => {
    uploads = await startUploads();
    const { api } = uploads;
    other = await api.newAccount('other');
    const project = { name: 'Shop', key: 'shop', gitUrl: null, testingFramework: 'Playwright' };
    const add = async (path: string, body: object) => (await api.done('POST', path, { as: other, body })).id;
    theirs = {
      projectId: await add('/projects', project),
      environmentId: await add('/environments', { name: 'Test', key: 'test' }),
    };
  });
  afterAll(() => uploads.api.stop());

  /** @returns the status of the answer, as soon as it is there */
  async function send(as: Person, ids: Record<string, string>, name: string, content: Buffer): Promise<number> {
    const form = new FormData();
    for (const [field, value] of Object.entries(ids)) form.set(field, value);
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const headers = { authorization: `Bearer ${as.token}`, account: as.accountId };
    const answer = await fetch(`${uploads.api.url}/api/test-runs-upload`, { method: 'POST', headers, body: form });
    await answer.arrayBuffer();
    return answer.status;
  }

  /** How many uploads have come in whole. */
  async function received(bytes: number): Promise<number> {
    const folder = join(uploads.api.dataDir, 'uploads');
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    const sizes = await Promise.all(files.map((file) => stat(join(folder, file)).catch(() => null)));
    return sizes.filter((found) => found?.isFile() && found.size === bytes).length;
  }

  it('do not wait for the large ones of another: at most as many end before as were being read', async () => {
    const report = await slowReport();
    const ended: string[] = [];
    const sendAs = async (who: string, ...args: Parameters<typeof send>) => {
      const status = await send(...args);
      ended.push(who);
      return status;
    };
    const admin = uploads.api.admin;
    const many = Array.from({ length: large }, () => sendAs('large', admin, uploads.ids, 'slow.xml.gz', report));
    await eventually(async () => (await received(report.length)) === large);
    expect(ended).toEqual([]);
    const small = sendAs('small', other, theirs, 'r.xml', Buffer.from(suite(passed('quick'))));
    expect(new Set(await Promise.all([...many, small]))).toEqual(new Set([201]));
    expect(ended.indexOf('small')).toBeLessThanOrEqual(uploadLimits.readersPerAccount);
  });
});
