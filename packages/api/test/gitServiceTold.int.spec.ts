import type { CommitStatusView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { GitServer } from '../../../test/support/gitServer.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type GitServiceUnderTest, gitToken, startGitServiceUnderTest } from './gitServiceUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, xml } from './uploadsUnderTest.ts';

describe('a git service that is told of runs', () => {
  let service: GitServer;
  let api: ApiUnderTest;
  let stranger: Person;
  let projectId: string;
  let environmentId: string;
  let authorizationId: string;
  let under: GitServiceUnderTest;
  beforeAll(async () => {
    under = await startGitServiceUnderTest();
    ({ service, api, stranger, projectId, environmentId } = under);
    authorizationId = (await under.connect()).id;
  });
  afterAll(() => under.stop());

  const statuses = async () =>
    (await api.call<CommitStatusView[]>('GET', `/authorizations/${authorizationId}/commit-statuses`)).body;
  const upload = (...cases: string[]) =>
    uploadForm(api, { projectId, environmentId, branch: 'main', commit: service.commit }, [xml(...cases)]);
  const untilTold = (id: string) =>
    eventually(async () => {
      const of = (await statuses()).filter(({ testRunId }) => testRunId === id);
      return of.length > 0 && of.every(({ state }) => state !== 'waiting') ? of : null;
    });

  it('shows at the commit how its runs stand', async () => {
    const { body: good } = await upload(passed('adds'));
    const told = await untilTold(good.id);
    expect(told[0]).toMatchObject({ run: 'Shop #1', commit: service.commit, state: 'done', detail: '201' });
    const [request] = service.asked.slice(-1);
    expect(request).toMatchObject({
      method: 'POST',
      path: `/api/v4/projects/northwind%2Fshop/statuses/${service.commit}`,
      token: gitToken,
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      state: 'success',
      name: 'Assay / Shop on Test',
      description: '1 passed',
      target_url: `http://localhost:3000/acme/test-runs/${good.id}`,
    });
    const { body: bad } = await upload(passed('adds'), failed('pays'));
    await untilTold(bad.id);
    expect(JSON.parse(service.asked.at(-1)?.body ?? '')).toMatchObject({
      state: 'failed',
      description: '1 of 2 tests failed',
    });
  });

  it('that refuses a status says why, and is not asked again', async () => {
    service.answer = 403;
    const { body } = await upload(passed('adds'));
    const told = await untilTold(body.id);
    const detail = '403: the token may not set statuses of commits';
    expect(told[0]).toMatchObject({ state: 'refused', detail });
    service.answer = 201;
  });

  it('has one comment on each open pull request, which is changed from then on', async () => {
    const notes: { id: number; body: string }[] = [];
    service.reply = ({ method, path, body }) => {
      if (path.includes(`/commits/${service.commit}/merge_requests`)) {
        const merged = { iid: 6, state: 'merged' };
        return { status: 200, body: [{ iid: 7, state: 'opened' }, merged] };
      }
      if (!path.includes('/merge_requests/7/notes')) return null;
      const text = method === 'GET' ? '' : (JSON.parse(body) as { body: string }).body;
      if (method === 'POST') notes.push({ id: 70 + notes.length, body: text });
      if (method === 'PUT') Object.assign(notes[0] ?? {}, { body: text });
      return { status: 200, body: method === 'GET' ? notes : {} };
    };
    const path = `/authorizations/${authorizationId}`;
    await api.done('PATCH', path, { body: { commentsOnPullRequests: true } });
    const told = async (id: string) =>
      eventually(async () => {
        const all = (await statuses()).filter(({ testRunId, kind }) => testRunId === id && kind === 'comment');
        return all.length > 0 && all.every(({ state }) => state !== 'waiting') ? all[0] : null;
      });
    const { body: good } = await upload(passed('adds'));
    expect(await told(good.id)).toMatchObject({ state: 'done', detail: '200 on #7' });
    expect(notes).toHaveLength(1);
    expect(notes[0]?.body).toContain(`/acme/test-runs/${good.id})`);
    expect(notes[0]?.body).toContain('✅');
    const { body: bad } = await upload(passed('adds'), failed('pays'));
    await told(bad.id);
    await untilTold(bad.id);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.body).toMatch(/❌.*2 tests: 1 passed, 1 failed/);
    expect(notes[0]?.body).not.toContain(good.id);
    await api.done('PATCH', path, { body: { commentsOnPullRequests: false } });
    service.reply = () => null;
  });

  it('shows another account nothing of it', async () => {
    const path = `/authorizations/${authorizationId}/commit-statuses`;
    expect((await api.call('GET', path, { as: stranger })).status).toBe(404);
  });

  it('is told nothing after it was disconnected', async () => {
    await api.done('DELETE', `/authorizations/${authorizationId}`);
    const asked = service.asked.length;
    await upload(passed('adds'));
    // A run later on of an account that is connected shows that the earlier one had its turn.
    authorizationId = (await under.connect()).id;
    const { body } = await upload(passed('adds'));
    await untilTold(body.id);
    expect(service.asked.slice(asked).every((request) => request.body.includes(body.id))).toBe(true);
  });
});
