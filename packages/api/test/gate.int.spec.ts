import {
  type CommandAnswer,
  type ErrorBody,
  type GateView,
  keepAll,
  type ReleaseGateView,
  type TestRunDetailView,
} from '@assay/contract';
import { ageStoredDetails } from '../../../test/support/ageStoredDetails.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { Person } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

describe('the gate of a commit', () => {
  let uploads: UploadsUnderTest;
  let stranger: Person;
  /** Goes out with a commit of the project. */
  let release: CommandAnswer;
  beforeAll(async () => {
    uploads = await startUploads({ automation: true });
    stranger = await uploads.api.newAccount('stranger');
    const ships = [{ projectId: uploads.ids.projectId, commit }];
    release = await uploads.api.done('POST', '/release', { body: { title: 'Shop 1', ships } });
    await uploads.api.done('PUT', `/release/${release.id}`, { body: { decision: 'Go' } });
  });
  afterAll(() => uploads.api.stop());

  const gatePath = (query: string) => `/projects/${uploads.ids.projectId}/gate?${query}`;
  const gate = async (query: string) => (await uploads.api.call<GateView>('GET', gatePath(query))).body;
  const upload = (of: string, name: string, ...cases: string[]) =>
    uploadForm(uploads.api, { ...uploads.ids, commit: of }, [{ name, content: suite(...cases) }]);

  it('is closed without a run, opened by one that passed, and closed by a failure of other tests', async () => {
    expect(await gate(`commit=${commit}`)).toMatchObject({ answer: 'noEvidence', evidence: [] });
    await upload(commit, 'unit.xml', passed('adds'));
    expect(await gate(`commit=${commit}`)).toMatchObject({
      answer: 'met',
      evidence: [{ title: 'unit.xml', number: 2 }],
    });
    await upload(commit, 'e2e.xml', failed('pays'));
    expect(await gate(`commit=${commit}`)).toMatchObject({
      answer: 'notMet',
      reason: 'e2e.xml: #3 failed: 1 test',
      evidence: [{ title: 'e2e.xml' }, { title: 'unit.xml' }],
    });
    await upload(commit, 'e2e.xml', passed('pays'));
    expect((await gate(`commit=${commit}`)).answer).toBe('met');
    expect((await gate(`commit=${'f'.repeat(40)}`)).answer).toBe('noEvidence');
  });

  it('takes abbreviated ids on either side, and in any case', async () => {
    const whole = `abcdef0${'9'.repeat(33)}`;
    await upload('abcdef0', 'short.xml', passed('adds'));
    expect((await gate(`commit=${whole}`)).answer).toBe('met');
    expect((await gate('commit=ABCDEF0')).answer).toBe('met');
    const long = `fedcba9${'1'.repeat(33)}`;
    await upload(long, 'long.xml', passed('adds'));
    expect((await gate('commit=fedcba9')).answer).toBe('met');
    expect((await gate('commit=fedcba91')).answer).toBe('met');
    expect((await gate('commit=fedcba92')).answer).toBe('noEvidence');
    await upload(`fedcba9${'2'.repeat(33)}`, 'long.xml', passed('adds'));
    expect(await gate('commit=fedcba9')).toMatchObject({
      answer: 'noEvidence',
      reason: 'Several commits begin with these digits',
    });
    expect((await gate('commit=fedcba91')).answer).toBe('met');
  });

  it('refuses what is not the id of a commit, and suites that do not exist', async () => {
    for (const query of ['', 'commit=main', 'commit=012345', `commit=${commit}&maxAgeHours=0`]) {
      expect((await uploads.api.call<ErrorBody>('GET', gatePath(query))).status).toBe(400);
    }
    const unknown = await uploads.api.call<ErrorBody>('GET', gatePath(`commit=${commit}&testSuiteId=nowhere`));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'testSuite.notFound' } });
  });

  it('counts runs in the asked environments only', async () => {
    const of = '1'.repeat(40);
    await upload(of, 'unit.xml', passed('adds'));
    expect((await gate(`commit=${of}&environment=${uploads.ids.environmentId}`)).answer).toBe('met');
    await uploads.api.done('POST', '/environments', { body: { name: 'Elsewhere', key: 'elsewhere' } });
    expect((await gate(`commit=${of}&environment=elsewhere`)).answer).toBe('noEvidence');
    expect((await gate(`commit=${of}&environment=elsewhere,${uploads.ids.environmentId}`)).answer).toBe('met');
    const unknown = await uploads.api.call<ErrorBody>('GET', gatePath(`commit=${of}&environment=nowhere`));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'environment.notFound' } });
  });

  it('goes by the verdicts of runs whose details were taken by retention', async () => {
    const { api } = uploads;
    const of = '2'.repeat(40);
    const { body: run } = await upload(of, 'old.xml', failed('pays'));
    const { body: newer } = await upload(
      of,
      'new.xml',
      passed('pays').replace('/>', '><system-out>paid</system-out></testcase>'),
    );
    await ageStoredDetails(api.documentStore.db('assay_ops'), [run.id, newer.id], 400);
    const before = await gate(`commit=${of}`);
    await api.done('PUT', '/account/retention', { body: { ...keepAll, detailsDays: 30 } });
    await eventually(async () => {
      const { body } = await api.call<TestRunDetailView>('GET', `/test-runs/${newer.id}`);
      return body.expired.details !== null;
    });
    const { answer, reason, evidence } = await gate(`commit=${of}`);
    expect([answer, reason]).toEqual(['notMet', before.reason]);
    expect(evidence).toEqual(before.evidence);
    expect(evidence.map((one) => one.answer)).toEqual(['notMet', 'met']);
  });

  it('is closed for an API key that was deleted', async () => {
    const { api } = uploads;
    const keys = '/account/api-keys';
    const { id, key } = await api.done<{ id: string; key: string }>('POST', keys, {
      body: { name: 'CI', scope: 'CI' },
    });
    const asked = () => api.call('GET', gatePath(`commit=${commit}`), { as: { token: key } });
    expect(await asked()).toMatchObject({ status: 200, body: { answer: 'met' } });
    await api.done('DELETE', `${keys}/${id}`);
    expect((await asked()).status).toBe(401);
  });

  it('is not found by another account, nor once the project is deleted', async () => {
    const notFound = { status: 404, body: { code: 'project.notFound' } };
    expect(await uploads.api.call('GET', gatePath(`commit=${commit}`), { as: stranger })).toMatchObject(notFound);
    await uploads.api.done('DELETE', `/projects/${uploads.ids.projectId}`);
    expect(await uploads.api.call('GET', gatePath(`commit=${commit}`))).toMatchObject(notFound);
    const asked = `/release/${release.id}/gate?project=${uploads.ids.projectId}&commit=${commit}`;
    expect(await uploads.api.call('GET', asked)).toMatchObject(notFound);
    // What was decided remains decided.
    const decided = await uploads.api.call<ReleaseGateView>('GET', `/release/${release.id}/gate`);
    expect(decided).toMatchObject({ status: 200, body: { answer: 'met' } });
  });

  it('is not answered, nor that of a release, while a store is away', async () => {
    const { api } = uploads;
    await api.stopEventStore();
    for (const asked of [gatePath(`commit=${commit}`), `/release/${release.id}/gate`]) {
      expect(await api.call('GET', asked)).toMatchObject({ status: 503, body: { code: 'store.away' } });
    }
  });
});
