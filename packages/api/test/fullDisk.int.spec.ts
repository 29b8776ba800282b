import { join } from 'node:path';
import type { ErrorBody, HealthView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { canMount, type SmallDisk, smallDisk } from '../../../test/support/smallDisk.ts';
import { passed, startUploads, suite, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

const MiB = 1024 * 1024;

(canMount ? describe : describe.skip)('a full disk (needs root and the right to mount)', () => {
  let disk: SmallDisk;
  let uploads: UploadsUnderTest;
  beforeAll(async () => {
    disk = smallDisk(128);
    uploads = await startUploads({ dataDir: join(disk.folder, 'data') });
  });
  afterAll(async () => {
    await uploads.api.stop();
    disk.unmount();
  });
  const healthOf = async () => {
    const { status, body } = await uploads.api.call<HealthView>('GET', '/health', { as: null });
    return { status, service: body.status, disk: body.parts.disk.status };
  };
  it('refuses writes with 507 and serves reads until there is space, then works by itself', async () => {
    const { api, upload } = uploads;
    expect(await healthOf()).toEqual({ status: 200, service: 'ok', disk: 'ok' });
    await disk.fill();
    const output = `<testcase classname="a" name="b"><system-out>${'x'.repeat(4 * MiB)}</system-out></testcase>`;
    const refused = await upload({ name: 'results.xml', content: suite(passed('a'), output) });
    expect([refused.status, (refused.body as ErrorBody).code]).toEqual([507, 'storage.full']);
    expect((await api.call('GET', '/projects')).status).toBe(200);
    expect(await healthOf()).toEqual({ status: 200, service: 'degraded', disk: 'full' });

    await disk.free();
    await eventually(async () => expect(await healthOf()).toEqual({ status: 200, service: 'ok', disk: 'ok' }));
    expect((await upload(xml(passed('a')))).status).toBe(201);
  });
});
