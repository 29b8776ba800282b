import type { ErrorBody, ReleaseCriterionView, ReleasePage, ReleaseView } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { type FakeJira, fakeJira } from '../../../test/support/fakeJira.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const email = 'ada@northwind.test';
const token = 'api-token-of-ada';
const templatePath = '/release/release-criteria-template';
const rule = { kind: 'noOpenIssues', testSuiteId: null, environmentId: null, maxAgeHours: null };

describe('criteria of releases that ask Jira', () => {
  let jira: FakeJira;
  let api: ApiUnderTest;
  beforeAll(async () => {
    jira = await fakeJira();
    jira.apiTokens.set(email, { token, hasScopes: false });
    api = await startApi({ guard: openOutgoingGuard(['127.0.0.1']), jira: jira.settings });
    const body = { text: 'No open issue', rule: { ...rule, issueQuery: 'fixVersion = {release}' } };
    await api.done('POST', templatePath, { body });
  });
  afterAll(async () => {
    await api.stop();
    await jira.stop();
  });

  const create = async (title: string) => (await api.done('POST', '/release', { body: { title } })).id;
  async function answerOf(id: string): Promise<[string | undefined, string | undefined]> {
    const { body } = await api.call<ReleaseCriterionView[]>('GET', `/release/${id}/release-criteria`);
    return [body[0]?.answer?.answer, body[0]?.answer?.reason];
  }
  const searches = () => jira.received.filter(({ path }) => path.includes('/search')).length;
  const addIssue = (key: string, category: 'new' | 'done') =>
    jira.issues.set(key, {
      id: key,
      key,
      fields: {},
      properties: {},
      comments: [],
      status: { name: category === 'done' ? 'Done' : 'To Do', category },
    });

  it('have no evidence until Jira is connected, and while it does not know the version', async () => {
    const id = await create('Checkout 3');
    expect(await answerOf(id)).toEqual(['noEvidence', expect.stringContaining('Jira is not connected')]);
    await api.done('POST', '/authorizations', { body: { provider: 'Jira', token, email, identifier: jira.url } });
    const unknown = "The value 'Checkout 3' does not exist for the field 'fixVersion'.";
    expect(await answerOf(id)).toEqual(['noEvidence', unknown]);
    jira.versions.add('Checkout 3');
    expect(await answerOf(id)).toEqual(['noEvidence', 'The query finds no issue, open or done']);
  });

  it('are not met while an issue is open; pages keep an answer, and a decision asks anew', async () => {
    jira.versions.add('Checkout 4');
    addIssue('SHOP-1', 'new');
    const id = await create('Checkout 4');
    expect(await answerOf(id)).toEqual(['notMet', 'Open: SHOP-1']);
    const before = searches();
    await answerOf(id);
    await api.call<ReleasePage>('GET', '/release');
    expect(searches()).toBe(before);
    addIssue('SHOP-1', 'done');
    await api.done('PUT', `/release/${id}`, { body: { decision: 'Go' } });
    expect(await answerOf(id)).toEqual(['met', 'No issue is open']);
    const { body } = await api.call<ReleaseView>('GET', `/release/${id}`);
    expect(body.decisions[0]?.openCriterionIds).toEqual([]);
  });

  it.each([
    [{ ...rule }, "Can't be blank"],
    [{ ...rule, issueQuery: 'project = SHOP', maxAgeHours: 3 }, 'Invalid value'],
    [{ ...rule, kind: 'runsPass', issueQuery: 'project = SHOP' }, 'Invalid value'],
  ])('are refused (%#)', async (refused, message) => {
    const body = { text: 'Refused', rule: refused };
    const answer = await api.call<ErrorBody>('POST', templatePath, { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'rule', message }] } });
  });
});
