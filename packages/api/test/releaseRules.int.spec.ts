import type {
  CriteriaTemplateView,
  ErrorBody,
  ReleaseCriterionView,
  ReleaseEvidenceView,
  ReleasePage,
  ReleaseView,
  ShippedVersion,
} from '@assay/contract';
import type { Person } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, startUploads, suite, type UploadsUnderTest } from './uploadsUnderTest.ts';

const templatePath = '/release/release-criteria-template';
const everything = { kind: 'runsPass', testSuiteId: null, environmentId: null, maxAgeHours: null };
const commitOf = (digit: string) => digit.repeat(40);

describe('criteria that rules answer', () => {
  let uploads: UploadsUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    uploads = await startUploads();
    stranger = await uploads.api.newAccount('stranger');
    await done('POST', templatePath, { body: { text: 'Everything passed', rule: everything } });
    await done('POST', templatePath, { body: { text: 'Notes are written' } });
  });
  afterAll(() => uploads.api.stop());

  const done = (...request: Parameters<UploadsUnderTest['api']['done']>) => uploads.api.done(...request);
  const versionOf = (commit: string) => [{ projectId: uploads.ids.projectId, commit }] as ShippedVersion[];
  const create = async (ships: readonly object[], title = 'Checkout 2.9') =>
    (await done('POST', '/release', { body: { title, ships } })).id;
  const read = async (id: string) => (await uploads.api.call<ReleaseView>('GET', `/release/${id}`)).body;
  const criteriaOf = async (id: string) =>
    (await uploads.api.call<ReleaseCriterionView[]>('GET', `/release/${id}/release-criteria`)).body;
  const upload = (commit: string, name: string, ...cases: string[]) =>
    uploadForm(uploads.api, { ...uploads.ids, commit }, [{ name, content: suite(...cases) }]);
  const override = async (id: string, reason: string) => {
    const path = `/release/${id}/release-criteria/${id}.1/override`;
    const answer = await uploads.api.call<ErrorBody>('PUT', path, { body: { reason } });
    await uploads.api.caughtUp();
    return answer;
  };

  it('are met by runs of what the release ships, and open without evidence or with a failure', async () => {
    const id = await create(versionOf(commitOf('a').toUpperCase()));
    expect(await criteriaOf(id)).toMatchObject([
      {
        text: 'Everything passed',
        isOpen: true,
        rule: everything,
        answer: { answer: 'noEvidence', reason: 'No run of this commit', evidence: [] },
      },
      { text: 'Notes are written', isOpen: true, rule: null, answer: null },
    ]);
    await upload(commitOf('a'), 'unit.xml', passed('adds'));
    const [met] = await criteriaOf(id);
    expect(met).toMatchObject({ isOpen: false, answer: { answer: 'met', evidence: [{ title: 'unit.xml' }] } });
    expect(met?.answer?.position).toMatch(/\d+$/);
    expect(await read(id)).toMatchObject({
      ships: [{ projectName: 'Shop', commit: commitOf('a') }],
      criteriaCount: 2,
      completedCount: 1,
    });
    await upload(commitOf('a'), 'e2e.xml', failed('pays'));
    expect((await criteriaOf(id))[0]).toMatchObject({ isOpen: true, answer: { answer: 'notMet' } });
    const { body } = await uploads.api.call<ReleasePage>('GET', '/release');
    expect(body.releases.find((release) => release.id === id)?.completedCount).toBe(0);
  });

  it('have no evidence where the release ships nothing, or where their suite or its project is gone', async () => {
    const own = { testTimeoutSeconds: 60, timeoutMinutes: 5 };
    const suiteOf = async (projectId: string, name: string) =>
      (await done('POST', `/projects/${projectId}/test-suites`, { body: { name, ...own } })).id;
    const smoke = await suiteOf(uploads.ids.projectId, 'Smoke');
    const rule = { ...everything, testSuiteId: smoke };
    const templateId = (await done('POST', templatePath, { body: { text: 'Smoke passed', rule } })).id;
    const [none, some] = [await create([]), await create(versionOf(commitOf('b')))];
    await done('DELETE', `${templatePath}/${templateId}`);
    const reasons = async (id: string) => (await criteriaOf(id)).map(({ answer }) => answer?.reason);
    const nothing = 'The release names no version that it ships';
    expect(await reasons(none)).toEqual([nothing, undefined, nothing]);
    expect(await reasons(some)).toEqual(['No run of this commit', undefined, 'Smoke: No run of this commit']);
    await done('DELETE', `/projects/${uploads.ids.projectId}/test-suites/${smoke}`);
    expect((await reasons(some))[2]).toBe('The test suite was deleted');
  });

  it('are overridden for a reason, which can be taken back', async () => {
    const id = await create(versionOf(commitOf('c')));
    expect((await override(id, '')).status).toBe(400);
    expect((await override(id, 'Behind a flag')).status).toBe(200);
    expect((await criteriaOf(id))[0]).toMatchObject({
      isOpen: false,
      answer: { answer: 'noEvidence' },
      override: { reason: 'Behind a flag', overriddenBy: { id: uploads.api.admin.userId } },
    });
    expect((await read(id)).completedCount).toBe(1);
    await done('DELETE', `/release/${id}/release-criteria/${id}.1/override`);
    expect((await criteriaOf(id))[0]).toMatchObject({ isOpen: true, override: null });
  });

  it('are not ticked, and criteria without a rule are not overridden', async () => {
    const id = await create([]);
    const ticked = await uploads.api.call<ErrorBody>('PUT', `/release/${id}/release-criteria/${id}.1/toggle`);
    expect(ticked).toMatchObject({ status: 409, body: { code: 'release.criterionHasRule' } });
    const path = `/release/${id}/release-criteria/${id}.2/override`;
    const overridden = await uploads.api.call<ErrorBody>('PUT', path, { body: { reason: 'Because' } });
    expect(overridden).toMatchObject({ status: 409, body: { code: 'release.criterionHasNoRule' } });
  });

  it('retain what they answered at the decision, which locks them and what ships', async () => {
    const id = await create(versionOf(commitOf('d')));
    await upload(commitOf('d'), 'unit.xml', passed('adds'));
    await done('PUT', `/release/${id}`, { body: { decision: 'Go', reason: 'Notes follow' } });
    expect((await read(id)).decisions).toMatchObject([{ decision: 'Go', openCriterionIds: [`${id}.2`] }]);
    await upload(commitOf('d'), 'unit.xml', failed('adds'));
    expect((await criteriaOf(id))[0]).toMatchObject({
      isOpen: false,
      answer: { answer: 'met', evidence: [{ title: 'unit.xml', answer: 'met' }] },
    });
    expect(await read(id)).toMatchObject({ completedCount: 1 });
    const other = await uploads.api.call<ErrorBody>('PUT', `/release/${id}`, {
      body: { ships: versionOf(commitOf('e')) },
    });
    expect(other).toMatchObject({ status: 409, body: { code: 'release.versionsLocked' } });
    expect(await override(id, 'Too late')).toMatchObject({ status: 409, body: { code: 'release.criteriaLocked' } });
  });

  it('ask about another version once the release ships it', async () => {
    const id = await create(versionOf(commitOf('e')));
    await upload(commitOf('f'), 'unit.xml', passed('adds'));
    expect((await criteriaOf(id))[0]).toMatchObject({ answer: { answer: 'noEvidence' } });
    await done('PUT', `/release/${id}`, { body: { ships: versionOf(commitOf('f')) } });
    expect((await criteriaOf(id))[0]).toMatchObject({ answer: { answer: 'met' } });
  });

  it.each([
    ['ships', [{ projectId: 'nowhere', commit: commitOf('a') }]],
    ['ships', [{ projectId: 'nowhere', commit: 'main' }]],
  ])('refuse %s that do not exist: %j', async (_, ships) => {
    const answer = await uploads.api.call<ErrorBody>('POST', '/release', { body: { title: 'Refused', ships } });
    expect(answer.status).toBe(400);
  });

  it('refuse a project twice, and rules of things that the account lacks', async () => {
    const twice = [...versionOf(commitOf('a')), ...versionOf(commitOf('b'))];
    const answer = await uploads.api.call<ErrorBody>('POST', '/release', { body: { title: 'Twice', ships: twice } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'release.projectTwice' } });
    for (const rule of [
      { ...everything, testSuiteId: 'nowhere' },
      { ...everything, environmentId: 'nowhere' },
      { ...everything, maxAgeHours: 0 },
      { ...everything, kind: 'luck' },
    ]) {
      const refused = await uploads.api.call<ErrorBody>('POST', templatePath, { body: { text: 'Refused', rule } });
      expect([rule, refused.status]).toEqual([rule, 400]);
    }
    const theirs = { ...everything, environmentId: uploads.ids.environmentId };
    const foreign = await uploads.api.call<ErrorBody>('POST', templatePath, {
      as: stranger,
      body: { text: 'Foreign', rule: theirs },
    });
    expect(foreign.status).toBe(400);
    const shipped = await uploads.api.call<ErrorBody>('POST', '/release', {
      as: stranger,
      body: { title: 'Foreign', ships: versionOf(commitOf('a')) },
    });
    expect(shipped.status).toBe(400);
  });

  it('belong to templates, whose rule changes with their text or by itself', async () => {
    const templates = async () =>
      (await uploads.api.call<CriteriaTemplateView[]>('GET', '/release-criteria-template')).body;
    const id = (await done('POST', templatePath, { body: { text: 'Fresh', rule: everything } })).id;
    await done('PUT', templatePath, { body: { id, text: 'Fresh runs', rule: { ...everything, maxAgeHours: 24 } } });
    const find = async () => (await templates()).find((template) => template.id === id);
    expect(await find()).toMatchObject({ text: 'Fresh runs', rule: { maxAgeHours: 24 } });
    await done('PUT', templatePath, { body: { id, text: 'Still fresh' } });
    expect(await find()).toMatchObject({ text: 'Still fresh', rule: { maxAgeHours: 24 } });
    await done('PUT', templatePath, { body: { id, text: 'By people', rule: null } });
    expect(await find()).toMatchObject({ text: 'By people', rule: null });
    await done('DELETE', `${templatePath}/${id}`);
  });

  it('are kept with each decision as a document, whose hash is in the log', async () => {
    const id = await create(versionOf(commitOf('9')));
    const evidence = (number: number, as?: Person) =>
      uploads.api.call<ReleaseEvidenceView & ErrorBody>(
        'GET',
        `/release/${id}/decisions/${number}/evidence`,
        as && { as },
      );
    expect(await evidence(1)).toMatchObject({ status: 404, body: { code: 'release.decisionNotFound' } });
    await override(id, 'Behind a flag');
    await done('PUT', `/release/${id}/release-criteria/${id}.2/toggle`);
    const decided = { decision: 'No-Go', reason: 'Not yet', actualReleaseDate: '2026-11-30' };
    await done('PUT', `/release/${id}`, { body: decided });
    const { body } = await evidence(1);
    const me = uploads.api.admin.userId;
    expect(body).toMatchObject({
      isIntact: true,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      document: {
        title: 'Checkout 2.9',
        ...decided,
        decided: { by: me },
        ships: versionOf(commitOf('9')),
        criteria: [
          { text: 'Everything passed', isOpen: false, override: { reason: 'Behind a flag', by: me } },
          { text: 'Notes are written', isOpen: false, completed: { by: me } },
        ],
      },
      people: { [me]: { id: me } },
    });
    expect(body).toMatchObject({ runsSince: [], projectNames: { [uploads.ids.projectId]: 'Shop' } });
    // What happens later changes nothing about it.
    await upload(commitOf('9'), 'unit.xml', passed('adds'));
    const ended = { projectId: uploads.ids.projectId, commit: commitOf('9'), verdict: 'passed' };
    expect((await evidence(1)).body.runsSince).toMatchObject([ended]);
    const again = { decision: 'Go', reason: 'Now' };
    const { revision } = await read(id);
    await done('PUT', `/release/${id}`, { body: again, headers: { 'If-Match': revision } });
    const { runsSince: _, ...unchanged } = body;
    expect((await evidence(1)).body).toMatchObject(unchanged);
    expect((await evidence(2)).body).toMatchObject({ isIntact: true, document: again });
    expect((await evidence(2)).body.sha256).not.toBe(body.sha256);
    expect(await evidence(1, stranger)).toMatchObject({ status: 404, body: { code: 'release.notFound' } });
  });
});
