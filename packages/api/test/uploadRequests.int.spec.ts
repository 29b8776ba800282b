import type { MonitorRecord } from '@assay/telemetry';
import { eventually } from '../../../test/support/eventually.ts';
import { failed, passed, startUploads, type UploadsUnderTest, xml } from './uploadsUnderTest.ts';

/** Of the upload of one report with failed tests, to both stores. A higher number makes each small upload slower. */
const most = { requests: 24 };

describe('the upload of a small report', () => {
  let uploads: UploadsUnderTest;
  beforeAll(async () => {
    uploads = await startUploads({ recordsAll: true });
    // The first one reads what later ones know.
    await uploads.upload(xml(passed('warms up')));
  });
  afterAll(() => uploads.api.stop());

  it('asks little of the stores', async () => {
    const from = new Date();
    await uploads.upload(xml(passed('adds'), failed('pays')));
    const records = uploads.api.documentStore.db('assay_ops').collection<MonitorRecord>('performanceRecords');
    const wanted = { name: 'POST /test-runs-upload', startTime: { $gte: from } };
    await eventually(async () => (await records.countDocuments(wanted)) === 1);
    const record = await records.findOne(wanted);
    expect(record?.dbRequests).toBeLessThanOrEqual(most.requests);
  });
});
