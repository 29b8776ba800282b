import type { ErrorBody, GateView } from '@assay/contract';
import type { Person } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

describe('the gate of a commit', () => {
  let uploads: UploadsUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    uploads = await startUploads();
    stranger = await uploads.api.newAccount('stranger');
  });
  afterAll(() => uploads.api.stop());

  const path = (query: string) => `/projects/${uploads.ids.projectId}/gate?${query}`;
  const gate = async (query: string) => (await uploads.api.call<GateView>('GET', path(query))).body;
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
      expect((await uploads.api.call<ErrorBody>('GET', path(query))).status).toBe(400);
    }
    const unknown = await uploads.api.call<ErrorBody>('GET', path(`commit=${commit}&testSuiteId=nowhere`));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'testSuite.notFound' } });
  });

  it('counts runs in the asked environments only', async () => {
    const of = '1'.repeat(40);
    await upload(of, 'unit.xml', passed('adds'));
    expect((await gate(`commit=${of}&environment=${uploads.ids.environmentId}`)).answer).toBe('met');
    await uploads.api.done('POST', '/environments', { body: { name: 'Elsewhere', key: 'elsewhere' } });
    expect((await gate(`commit=${of}&environment=elsewhere`)).answer).toBe('noEvidence');
    expect((await gate(`commit=${of}&environment=elsewhere,${uploads.ids.environmentId}`)).answer).toBe('met');
    const unknown = await uploads.api.call<ErrorBody>('GET', path(`commit=${of}&environment=nowhere`));
    expect(unknown).toMatchObject({ status: 404, body: { code: 'environment.notFound' } });
  });

  it('is not found by another account, nor once the project is deleted', async () => {
    const notFound = { status: 404, body: { code: 'project.notFound' } };
    expect(await uploads.api.call('GET', path(`commit=${commit}`), { as: stranger })).toMatchObject(notFound);
    await uploads.api.done('DELETE', `/projects/${uploads.ids.projectId}`);
    expect(await uploads.api.call('GET', path(`commit=${commit}`))).toMatchObject(notFound);
  });
});
