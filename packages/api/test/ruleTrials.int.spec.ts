import type { ErrorBody, RuleTrial } from '@assay/contract';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

const [old, recent] = ['a'.repeat(40), 'b'.repeat(40)];

describe('a rule that is tried before its template is saved', () => {
  let uploads: UploadsUnderTest;
  beforeAll(async () => {
    uploads = await startUploads();
  });
  afterAll(() => uploads.api.stop());

  const done = (...request: Parameters<UploadsUnderTest['api']['done']>) => uploads.api.done(...request);
  const release = async (title: string, commit: string) =>
    (await done('POST', '/release', { body: { title, ships: [{ projectId: uploads.ids.projectId, commit }] } })).id;
  const upload = (commit: string, ...cases: string[]) =>
    uploadForm(uploads.api, { ...uploads.ids, commit }, [{ name: 'unit.xml', content: suite(...cases) }]);
  const trial = <Body = RuleTrial>(query: string, as?: { token: string }) =>
    uploads.api.call<Body>('GET', `/release-criteria-template/trial?${query}`, as && { as });
  const answers = async (query = 'kind=runsPass') =>
    (await trial(query)).body.releases.map(({ title, answer, reason }) => [title, answer, reason]);

  it('has nothing to be tried on without releases', async () => {
    expect((await trial('kind=runsPass')).body).toEqual({ releases: [] });
  });

  it('is answered by the runs that there were at a decision, and by the newest ones before one', async () => {
    await upload(old, passed('adds'));
    const decided = await release('Checkout 1', old);
    await done('PUT', `/release/${decided}`, { body: { decision: 'Go' } });
    await release('Checkout 2', recent);
    // Neither later runs nor their failures change what the answer was at a past decision.
    await upload(old, failed('adds'));
    await upload(recent, failed('adds'));
    expect(await answers()).toEqual([
      ['Checkout 2', 'notMet', expect.stringMatching(/^unit\.xml: #\d+ failed: 1 test$/)],
      ['Checkout 1', 'met', expect.stringMatching(/^unit\.xml: #\d+ passed$/)],
    ]);
    const { releases } = (await trial('kind=runsPass')).body;
    expect(releases.map(({ asOf }) => asOf !== null)).toEqual([false, true]);
  });

  it('has no evidence for releases that ship nothing or another commit, and is never met by it', async () => {
    await done('POST', '/release', { body: { title: 'Nothing' } });
    await release('No run', 'c'.repeat(40));
    expect((await answers()).slice(0, 2)).toEqual([
      ['No run', 'noEvidence', 'No run of this commit'],
      ['Nothing', 'noEvidence', 'The release names no version that it ships'],
    ]);
  });

  it('is tried on the 8 latest releases', async () => {
    for (let made = 0; made < 8; made += 1) await release(`Later ${made}`, recent);
    expect((await answers()).map(([title]) => title)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((made) => `Later ${made}`));
  });

  it('is refused where its suite, plan or query is missing, and to users', async () => {
    for (const query of ['kind=planPasses', 'kind=runsPass&testSuiteId=unknown', 'kind=noOpenIssues', 'kind=other']) {
      expect([query, (await trial<ErrorBody>(query)).status]).toEqual([query, 400]);
    }
    const user = await uploads.api.newPerson(uploads.api.admin.accountId, 'USER');
    expect((await trial<ErrorBody>('kind=runsPass', user)).status).toBe(403);
  });

  it('sees nothing of other accounts', async () => {
    const stranger = await uploads.api.newAccount('stranger');
    expect((await trial('kind=runsPass', stranger)).body).toEqual({ releases: [] });
  });
});
