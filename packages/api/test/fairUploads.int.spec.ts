import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
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

  it('beyond the limit of an account are asked to come later, and others are not affected', async () => {
    const { api, ids } = uploads;
    const headers = { authorization: `Bearer ${api.admin.token}`, account: api.admin.accountId };
    const type = 'multipart/form-data; boundary=b';
    const begun = Array.from({ length: uploadLimits.openPerAccount }, () => {
      const sending = request(`${api.url}/api/test-runs-upload`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
      });
      sending.on('error', () => undefined);
      sending.write('--b\r\n');
      return sending;
    });
    const folders = () => readdir(join(api.dataDir, 'uploads')).catch(() => []);
    await eventually(async () => (await folders()).length === begun.length);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(4 * MiB)]), 'r.xml');
    const refused = await fetch(`${api.url}/api/test-runs-upload`, { method: 'POST', headers, body: form });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ code: 'upload.tooMany' });
    const report = Buffer.from(suite(passed('quick')));
    expect(await send(other, theirs, 'r.xml', report)).toBe(201);
    for (const sending of begun) sending.destroy();
    await eventually(async () => (await send(api.admin, ids, 'r.xml', report)) === 201);
  });

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
    expect(ended.indexOf('small')).toBeLessThanOrEqual(uploadLimits.reading.perAccount);
  });
});
