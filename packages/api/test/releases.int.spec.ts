import type {
  CriteriaTemplateView,
  ErrorBody,
  ReleaseCriterionView,
  ReleaseGateView,
  ReleasePage,
  ReleaseView,
} from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const templatePath = '/release/release-criteria-template';

describe('releases', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  let user: Person;
  let other: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
    user = await api.newPerson(api.admin.accountId, 'USER');
    other = await api.newPerson(api.admin.accountId, 'ADMIN');
  });
  afterAll(() => api.stop());

  const create = async (body: object, as: Person = api.admin) =>
    (await api.done('POST', '/release', { body: { title: 'Checkout 2.9', ...body }, as })).id;
  const page = async (query = '', as: Person = api.admin) =>
    (await api.call<ReleasePage>('GET', `/release${query}`, { as })).body;
  const read = (id: string, as: Person = api.admin) => api.call<ReleaseView>('GET', `/release/${id}`, { as });
  const criteriaOf = async (id: string, as: Person = api.admin) =>
    (await api.call<ReleaseCriterionView[]>('GET', `/release/${id}/release-criteria`, { as })).body;
  const templates = async (as: Person = api.admin) =>
    (await api.call<CriteriaTemplateView[]>('GET', '/release-criteria-template', { as })).body;
  const addTemplate = async (text: string, as: Person = api.admin) =>
    (await api.done('POST', templatePath, { body: { text }, as })).id;

  it('are created and changed field by field', async () => {
    const body = { title: ' Checkout 2.9 ', description: 'Gift cards', proposedReleaseDate: '2026-11-26' };
    const id = await create(body);
    expect((await read(id)).body).toMatchObject({
      id,
      ...body,
      title: 'Checkout 2.9',
      actualReleaseDate: null,
      decision: null,
      decisions: [],
      createdBy: { id: api.admin.userId },
    });
    const change = { title: 'Checkout 2.9.1', description: null, actualReleaseDate: '2026-11-27T22:00:00.000Z' };
    await api.done('PUT', `/release/${id}`, { body: change });
    expect((await read(id)).body).toMatchObject({
      ...change,
      actualReleaseDate: '2026-11-27',
      proposedReleaseDate: '2026-11-26',
    });
  });

  it.each([
    [{ title: '' }, 'title', "Can't be blank"],
    [{ title: undefined }, 'title', "Can't be blank"],
    [{ title: 't'.repeat(201) }, 'title', 'Invalid length'],
    [{ description: 'd'.repeat(2001) }, 'description', 'Invalid length'],
    [{ proposedReleaseDate: 'tomorrow' }, 'proposedReleaseDate', 'Must be a date'],
    [{ proposedReleaseDate: '2026-02-30' }, 'proposedReleaseDate', 'Must be a date'],
    [{ decision: 'Go' }, 'decision', 'Unknown field'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const body = { title: 'Refused', ...change };
    const answer = await api.call<ErrorBody>('POST', '/release', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('refuse a change to a decision or a date that does not exist', async () => {
    const id = await create({});
    const refused = { decision: 'Maybe', actualReleaseDate: '2026-13-01' };
    const { status, body } = await api.call<ErrorBody>('PUT', `/release/${id}`, { body: refused });
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['actualReleaseDate', 'decision']);
  });

  it('are listed 10 a page: undecided ones by date, then decided ones, the latest decision first', async () => {
    const own = await api.newAccount('pages');
    const titles = ['none', '2026-12-03', '2026-11-23', ...Array.from({ length: 9 }, (_, at) => `2027-01-0${at + 1}`)];
    for (const title of titles) {
      await create({ title, proposedReleaseDate: title === 'none' ? null : title }, own);
    }
    const decide = async (title: string, decision: string) => {
      const { releases } = await page('?limit=100', own);
      const id = releases.find((release) => release.title === title)?.id;
      await api.done('PUT', `/release/${id}`, { body: { decision }, as: own });
    };
    await decide('2027-01-01', 'Go');
    await decide('2027-01-02', 'No-Go');
    const first = await page('', own);
    expect(first).toMatchObject({ total: 12, undecided: 10 });
    expect(first.releases.map(({ title }) => title)).toEqual([
      '2026-11-23',
      '2026-12-03',
      ...[3, 4, 5, 6, 7, 8, 9].map((day) => `2027-01-0${day}`),
      'none',
    ]);
    const second = await page('?offset=10&limit=10', own);
    expect(second.releases.map(({ title, decision }) => [title, decision])).toEqual([
      ['2027-01-02', 'No-Go'],
      ['2027-01-01', 'Go'],
    ]);
  });

  it('copy the criteria of the templates in use at their creation', async () => {
    const own = await api.newAccount('templates');
    const changeTemplate = (body: object) => api.done('PUT', templatePath, { body, as: own });
    const [notes, docs, gone] = [
      await addTemplate('Notes', own),
      await addTemplate('Docs', own),
      await addTemplate('Gone', own),
    ];
    await api.done('DELETE', `${templatePath}/${gone}`, { as: own });
    const id = await create({}, own);
    await changeTemplate({ id: notes, text: 'Notes are approved' });
    await api.done('DELETE', `${templatePath}/${docs}`, { as: own });
    expect(await templates(own)).toMatchObject([{ id: notes, text: 'Notes are approved' }]);
    expect(await criteriaOf(id, own)).toMatchObject([
      { releaseId: id, text: 'Notes', completedAt: null, completedBy: null },
      { releaseId: id, text: 'Docs', completedAt: null, completedBy: null },
    ]);
    expect(await criteriaOf(await create({}, own), own)).toMatchObject([{ text: 'Notes are approved' }]);
    const again = await api.call('DELETE', `${templatePath}/${docs}`, { as: own });
    expect(again).toMatchObject({ status: 404, body: { code: 'criteriaTemplate.notFound' } });
    const blank = { status: 400, body: { errors: [{ field: 'text', message: "Can't be blank" }] } };
    expect(await api.call('POST', templatePath, { body: { text: ' ' }, as: own })).toMatchObject(blank);
    expect(await api.call('PUT', templatePath, { body: { id: notes, text: '' }, as: own })).toMatchObject(blank);
  });

  it('copy the criteria in the order of the templates, and of restored ones last', async () => {
    const as = await api.newAccount('ordering');
    const [notes] = [await addTemplate('Notes', as), await addTemplate('Docs', as), await addTemplate('Texts', as)];
    const textsOf = async () => (await templates(as)).map(({ text }) => text);
    await api.done('PUT', templatePath, { body: { id: notes, text: 'Notes', order: 2 }, as });
    expect(await textsOf()).toEqual(['Docs', 'Notes', 'Texts']);
    const archived = async () =>
      (await api.call<CriteriaTemplateView[]>('GET', '/release-criteria-template?archived=true', { as })).body;
    await api.done('DELETE', `${templatePath}/${notes}`, { as });
    expect([await textsOf(), await archived()]).toMatchObject([['Docs', 'Texts'], [{ id: notes, text: 'Notes' }]]);
    const foreign = await api.call('PUT', `${templatePath}/${notes}/restore`, { as: stranger });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'criteriaTemplate.notFound' } });
    await api.done('PUT', `${templatePath}/${notes}/restore`, { as });
    expect([await textsOf(), await archived()]).toEqual([['Docs', 'Texts', 'Notes'], []]);
    const criteria = await criteriaOf(await create({}, as), as);
    expect(criteria.map(({ text }) => text)).toEqual(['Docs', 'Texts', 'Notes']);
  });

  it('toggle their criteria until they have a decision', async () => {
    const own = await api.newAccount('toggles');
    await addTemplate('Notes', own);
    await addTemplate('Docs', own);
    const id = await create({}, own);
    const [notes, docs] = await criteriaOf(id, own);
    const toggle = (criterionId: string | undefined, query = '') =>
      api.call<ReleaseCriterionView>('PUT', `/release/${id}/release-criteria/${criterionId}/toggle${query}`, {
        as: own,
      });
    const ticked = await toggle(notes?.id);
    expect(ticked).toMatchObject({ status: 200, body: { releaseId: id, id: notes?.id, text: 'Notes' } });
    expect(Date.parse(ticked.body.completedAt ?? '')).not.toBeNaN();
    await api.caughtUp();
    expect((await criteriaOf(id, own))[0]).toMatchObject({
      completedAt: ticked.body.completedAt,
      completedBy: { id: own.userId },
    });
    expect((await toggle(notes?.id, '?completed=true')).body.completedAt).toBe(ticked.body.completedAt);
    expect((await toggle(notes?.id)).body.completedAt).toBeNull();
    expect((await toggle(notes?.id)).body.completedAt).not.toBeNull();
    expect(await toggle('no-criterion')).toMatchObject({ status: 404, body: { code: 'release.criterionNotFound' } });

    await api.done('PUT', `/release/${id}`, { body: { decision: 'Go', reason: 'Docs follow' }, as: own });
    expect((await read(id, own)).body).toMatchObject({
      decision: 'Go',
      criteriaCount: 2,
      completedCount: 1,
      decisions: [
        { decision: 'Go', reason: 'Docs follow', decidedBy: { id: own.userId }, openCriterionIds: [docs?.id] },
      ],
    });
    for (const criterion of [notes, docs]) {
      expect(await toggle(criterion?.id)).toMatchObject({ status: 409, body: { code: 'release.criteriaLocked' } });
    }
  });

  it('have one decision when two administrators decide at the same moment', async () => {
    for (const seen of [true, false]) {
      const id = await create({});
      const headers = seen ? { 'if-match': (await read(id)).body.revision } : undefined;
      const decide = (decision: string, as: Person) =>
        api.call<ErrorBody>('PUT', `/release/${id}`, { body: { decision }, as, headers });
      const answers = await Promise.all([decide('Go', api.admin), decide('No-Go', other)]);
      const refused = seen ? [412, 'revision.stale'] : [409, 'release.alreadyDecided'];
      expect(answers.map(({ status }) => status).sort()).toEqual([200, refused[0]]);
      expect(answers.find(({ status }) => status !== 200)?.body.code).toBe(refused[1]);
      await api.caughtUp();
      expect((await read(id)).body.decisions).toHaveLength(1);
    }
  });

  it('are decided again by callers who have seen the decision, which remains on record', async () => {
    const id = await create({});
    await api.done('PUT', `/release/${id}`, { body: { decision: 'No-Go', reason: 'Not yet' } });
    const headers = { 'if-match': (await read(id)).body.revision };
    await api.done('PUT', `/release/${id}`, { body: { decision: 'Go' }, headers });
    const { decision, decisions } = (await read(id)).body;
    expect(decision).toBe('Go');
    expect(decisions).toMatchObject([
      { decision: 'No-Go', reason: 'Not yet' },
      { decision: 'Go', reason: null },
    ]);
    const withdrawn = await api.call('PUT', `/release/${id}`, { body: { decision: null } });
    expect(withdrawn).toMatchObject({ status: 409, body: { code: 'release.decisionFinal' } });
  });

  /** Every call that writes, with the thing that it would change. */
  async function writes(): Promise<[method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][]> {
    const template = await addTemplate('Notes');
    const id = await create({});
    const [criterion] = await criteriaOf(id);
    return [
      ['PUT', `/release/${id}`, { title: 'Theirs' }],
      ['PUT', `/release/${id}/release-criteria/${criterion?.id}/toggle`],
      ['PUT', templatePath, { id: template, text: 'Theirs' }],
      ['DELETE', `${templatePath}/${template}`],
    ];
  }

  it('are read by users and changed by administrators only', async () => {
    const all = await writes();
    expect(await page('', user)).toMatchObject({ total: (await page()).total });
    expect(await templates(user)).toEqual(await templates());
    const adding = [
      ['POST', '/release', { title: 'Theirs' }],
      ['POST', templatePath, { text: 'Theirs' }],
    ] as const;
    for (const [method, path, body] of [...all, ...adding]) {
      const { status } = await api.call(method, path, { as: user, body });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });

  it('are not found from another account', async () => {
    const all = await writes();
    for (const [method, path, body] of all) {
      const { status } = await api.call(method, path, { as: stranger, body });
      expect([method, path, status]).toEqual([method, path, 404]);
    }
    const id = all[0]?.[1];
    for (const path of [`${id}`, `${id}/release-criteria`]) {
      const answer = await api.call('GET', path, { as: stranger });
      expect(answer).toMatchObject({ status: 404, body: { code: 'release.notFound' } });
    }
    expect([await page('', stranger), await templates(stranger)]).toMatchObject([{ total: 0, releases: [] }, []]);
  });

  it('are the same after the read models were rebuilt', async () => {
    await api.caughtUp();
    const read = async () => [(await page('?limit=100')).releases, await templates()];
    const before = await read();
    await api.rebuild('releases');
    await api.rebuild('criteriaTemplates');
    expect(before.flat()).not.toEqual([]);
    expect(await read()).toEqual(before);
  });

  it('tell a CI job with the key of the account what was decided on them', async () => {
    const { id: projectId } = await api.done('POST', '/projects', {
      body: { name: 'Shop', key: 'shop', gitUrl: '/repositories/shop', testingFramework: 'Playwright' },
    });
    const commit = '0123456789abcdef0123456789abcdef01234567';
    const id = await create({ ships: [{ projectId, commit }] });
    const { key } = await api.done<{ key: string }>('POST', '/account/api-keys', { body: { name: 'CI', scope: 'CI' } });
    const asked = <Body>(query: string) => api.call<Body>('GET', `/release/${id}/gate${query}`, { as: { token: key } });
    const gate = async (query = '') => (await asked<ReleaseGateView>(query)).body;
    expect(await gate()).toMatchObject({ answer: 'pending' });
    await api.done('PUT', `/release/${id}`, { body: { decision: 'Go' } });
    expect(await gate()).toMatchObject({ answer: 'met', reason: expect.stringMatching(/^Go by /) });
    expect(await gate('?project=shop&commit=0123456')).toMatchObject({ answer: 'met' });
    expect(await gate(`?project=${projectId}&commit=fedcba9`)).toMatchObject({
      answer: 'noEvidence',
      reason: 'The release ships 0123456 of Shop, not fedcba9',
    });
    for (const query of ['?project=shop', `?commit=${commit}`, '?project=shop&commit=main']) {
      expect((await asked<ErrorBody>(query)).status).toBe(400);
    }
    const unknown = await asked<ErrorBody>(`?project=nowhere&commit=${commit}`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'project.notFound' } });
    const foreign = await api.call<ErrorBody>('GET', `/release/${id}/gate`, { as: stranger });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'release.notFound' } });
  });
});
