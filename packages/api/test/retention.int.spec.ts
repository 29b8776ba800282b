import { createHash } from 'node:crypto';
import type {
  AccountView,
  BlobId,
  DetailKind,
  ErrorBody,
  ProjectId,
  Retention,
  RunLogView,
  StorageView,
  TestResultsPage,
  TestResultView,
  TestRunDetailView,
  TestRunId,
} from '@assay/contract';
import { bytesOfMegabyte, keepAll } from '@assay/contract';
import { ageStoredDetails } from '../../../test/support/ageStoredDetails.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { zipOf } from '../../../test/support/zipOf.ts';
import { takeStock } from '../../automation/src/retention/takeStock.ts';
import type { StoredPartRow } from '../../operations/src/storage/storedRows.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';

const dayMs = 24 * 3_600_000;
const blobIdOf = (content: string) => createHash('sha256').update(content).digest('hex') as BlobId;

describe('retention', () => {
  let api: ApiUnderTest;
  let ids: { projectId: string; environmentId: string };

  beforeAll(async () => {
    api = await startApi({ automation: true });
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
  });
  afterAll(() => api.stop());

  const rows = () => api.documentStore.db('assay_ops');
  const parts = () => rows().collection<StoredPartRow>('storedParts');
  const view = async () => (await api.call<StorageView>('GET', '/account/storage')).body;
  const change = (rules: Partial<Retention>) =>
    api.done('PUT', '/account/retention', { body: { ...keepAll, ...rules } });
  const run = async (id: string) => (await api.call<TestRunDetailView>('GET', `/test-runs/${id}`)).body;
  const factsOf = async (id: string) => {
    const kinds: DetailKind[] = [];
    for await (const { type, data } of api.eventLog.read(`testRunDetails-${id}`)) {
      if (type === 'TestRunDetailsExpired') kinds.push(data.kind);
    }
    return kinds.sort();
  };

  /** An upload with a failed test, a picture and output of its own. */
  const upload = async (picture: string, output: string) => {
    const note = `<system-out>${output} [[ATTACHMENT|pay.png]]</system-out>`;
    const report = `<testsuite name="s"><testcase classname="C" name="pays"><failure message="m"/>${note}</testcase></testsuite>`;
    const content = zipOf({ name: 'r.xml', content: report }, { name: 'pay.png', content: picture });
    const { body } = await uploadForm(api, ids, [{ name: 'report.zip', content }]);
    return body.id as TestRunId;
  };
  const testOf = async (id: string) => {
    const { body } = await api.call<TestResultsPage>('GET', `/test-runs/${id}/results?limit=10`);
    const testId = body.tests[0]?.testId ?? '';
    return (await api.call<TestResultView>('GET', `/test-runs/${id}/results/${testId}`)).body;
  };

  const age = (id: string, daysAgo: number) => ageStoredDetails(rows(), [id], daysAgo);

  it('keeps everything until somebody says otherwise, and tells how large it is', async () => {
    const id = await upload('first picture', 'printed once');
    await age(id, 3000);
    const { retention, kinds, projects, sweeps } = await eventually(async () => {
      const seen = await view();
      return seen.counted ? seen : null;
    });
    expect(retention).toEqual(keepAll);
    expect(kinds.map(({ kind, runs, dueRuns }) => [kind, runs, dueRuns])).toEqual([
      ['logs', 0, 0],
      ['details', 1, 0],
      ['attachments', 1, 0],
    ]);
    const [shop] = projects;
    expect(shop).toMatchObject({ projectId: ids.projectId, details: kinds[1]?.bytes, attachments: kinds[2]?.bytes });
    expect(shop?.attachments).toBeGreaterThan('first picture'.length);
    expect(sweeps).toEqual([]);
    await change({ detailsDays: 3650, attachmentsDays: 3650 });
    expect((await run(id)).expired).toEqual({ logs: null, details: null, attachments: null });
    await change({});
  });

  it('lets attachments go by age, and says so, while the verdict and everything else stay', async () => {
    const [old, young] = [await upload('same picture', 'old output'), await upload('same picture', 'young output')];
    const before = await testOf(old);
    const url = before.attemptsDetail[0]?.screenShots[0]?.url ?? '';
    await age(old, 31);
    await change({ attachmentsDays: 30 });
    const { expired, status, testCount } = await eventually(async () => {
      const seen = await run(old);
      return seen.expired.attachments ? seen : null;
    });
    expect(expired).toMatchObject({
      logs: null,
      details: null,
      attachments: { rule: 'age', keptDays: 30, maximumMegabytes: null },
    });
    expect([status, testCount]).toEqual(['FAIL', 1]);
    const after = await testOf(old);
    expect(after).toMatchObject({ status: 'FAIL', expired: { attachments: { keptDays: 30 } } });
    expect(after.attemptsDetail[0]).toMatchObject({ screenShots: [], output: expect.stringContaining('old output') });

    // The other run has the same picture.
    const shared = blobIdOf('same picture');
    await eventually(async () => expect(await parts().countDocuments({ ownerId: old, kind: 'attachments' })).toBe(0));
    expect(await api.operations.blobs.has(shared)).toBe(true);
    expect((await testOf(young)).attemptsDetail[0]?.screenShots).toHaveLength(1);

    await age(young, 40);
    await change({ attachmentsDays: 31 });
    await eventually(async () => expect(await api.operations.blobs.has(shared)).toBe(false));
    const gone = await fetch(`${api.url}${url}`);
    expect([gone.status, ((await gone.json()) as ErrorBody).code]).toEqual([410, 'blob.expired']);
    expect(await factsOf(old)).toEqual(['attachments']);
    const [sweep] = (await view()).sweeps;
    expect(sweep).toMatchObject({ runs: expect.any(Number), heldBack: 0 });
    expect(sweep?.freedBytes).toBeGreaterThan(0);
    await change({});
  });

  it('lets logs and output go; a log is answered with 410 then', async () => {
    const id = await upload('third picture', 'secret of the past');
    const { accountId } = api.admin;
    const chunk = { accountId, projectId: ids.projectId as ProjectId, testRunId: id, log: 'setup' };
    await api.operations.logs.append({ ...chunk, offset: 0, text: 'npm ci\n' });
    const logs = async () => (await api.call<RunLogView[]>('GET', `/test-runs/${id}/logs`)).body;
    expect(await logs()).toHaveLength(1);
    await age(id, 8);
    await change({ logsDays: 7, detailsDays: 7 });
    await eventually(async () => expect(await factsOf(id)).toEqual(['details', 'logs']));
    await eventually(async () => expect(await parts().countDocuments({ ownerId: id })).toBe(1));
    await api.caughtUp();
    expect(await logs()).toEqual([]);
    const { status, body } = await api.call<ErrorBody>('GET', `/test-runs/${id}/logs/setup`);
    expect([status, body.code]).toEqual([410, 'log.expired']);
    const { attemptsDetail, error } = await testOf(id);
    expect(attemptsDetail[0]).toMatchObject({ output: null, stackTrace: null });
    expect([error, attemptsDetail[0]?.screenShots.length]).toEqual(['m', 1]);
    await change({});
  });

  it('keeps what is under review until somebody has found what it is', async () => {
    const id = await upload('fourth picture', 'under review');
    const reviewed = { reviewType: 'TEST_RUN', testRunId: id };
    await api.done('PUT', '/review/user', { body: { ...reviewed, assigneeUserId: api.admin.userId } });
    await age(id, 60);
    const other = await upload('fifth picture', 'not under review');
    await age(other, 59);
    await change({ detailsDays: 50 });
    await eventually(async () => expect(await factsOf(other)).toEqual(['details']));
    expect(await factsOf(id)).toEqual([]);
    const seen = await eventually(async () => {
      const { sweeps } = await view();
      return sweeps[0]?.heldBack === 1 ? sweeps[0] : null;
    });
    expect(seen.runs).toBeGreaterThan(0);
    await api.done('PUT', '/review/status', { body: { ...reviewed, reviewStatusId: 'TEST_BUG' } });
    await change({ detailsDays: 51 });
    await eventually(async () => expect(await factsOf(id)).toEqual(['details']));
    await change({});
  });

  it('lets the oldest go while there is more than may be, but nothing of the last day', async () => {
    const megabytes = bytesOfMegabyte;
    const { accountId } = api.admin;
    const owner = { accountId, projectId: ids.projectId as ProjectId, kind: 'attachments' } as const;
    const hold = async (id: string, daysAgo: number) => {
      const at = new Date(Date.now() - daysAgo * dayMs);
      const blob = { blobId: blobIdOf(id), size: 200 * megabytes };
      await api.operations.storage.hold({ ...owner, id: id as TestRunId }, [blob], at);
    };
    const [oldest, older, today] = ['run-of-may', 'run-of-june', 'run-of-today'];
    await hold(oldest, 5);
    await hold(older, 4);
    await hold(today, 0);
    await change({ maximumMegabytes: 450 });
    await eventually(async () => expect(await factsOf(oldest)).toEqual(['attachments']));
    await eventually(async () => expect((await view()).kinds[2]?.bytes).toBeLessThan(450 * megabytes));
    expect(await factsOf(older)).toEqual([]);
    await change({ maximumMegabytes: 100 });
    await eventually(async () => expect(await factsOf(older)).toEqual(['attachments']));
    const { kinds } = await eventually(async () => {
      const seen = await view();
      return seen.kinds[2]?.dueRuns === 0 ? seen : null;
    });
    expect(kinds[2]?.bytes).toBeGreaterThan(100 * megabytes);
    expect(await factsOf(today)).toEqual([]);
    await change({});
  });

  it('finds what was stored before references were kept', async () => {
    const id = await upload('old picture', 'of an older version');
    const ofRun = () =>
      parts()
        .find({ ownerId: id }, { projection: { at: 0 } })
        .sort({ _id: 1 })
        .toArray();
    const before = await ofRun();
    for (const name of ['blobReferences', 'storedParts', 'storedDays']) await rows().collection(name).deleteMany({});
    await rows().collection<{ _id: string }>('checkpoints').deleteOne({ _id: 'storage.stock' });
    for await (const _ of takeStock(api)) expect((await view()).counted).toBe(false);
    expect((await view()).counted).toBe(true);
    expect(await ofRun()).toEqual(before);
  });

  it.each([
    ['logsDays', 0, 'Must be between 1 and 3650 days'],
    ['attachmentsDays', 3651, 'Must be between 1 and 3650 days'],
    ['maximumMegabytes', 99, 'Must be between 100 and 1000000000'],
  ])('refuses %s of %s at its field', async (field, value, message) => {
    const body = { ...keepAll, [field]: value };
    const answer = await api.call<ErrorBody>('PUT', '/account/retention', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('is changed by administrators only, who have seen what they change', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect((await api.call('GET', '/account/storage', { as: user })).status).toBe(403);
    const { revision } = await view();
    expect(revision).toBe((await api.call<AccountView>('GET', '/account')).body.revision);
    const stale = { body: { ...keepAll, logsDays: 5 }, headers: { 'if-match': '0' } };
    expect((await api.call('PUT', '/account/retention', stale)).status).toBe(412);
  });
});
