import type { CreatedIssue, ErrorBody } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { fakeJira } from '../../../test/support/fakeJira.ts';
import { failed, startReviewedResults } from './reviewedResults.ts';

const email = 'ada@northwind.test';
const token = 'api-token-of-ada';

/** What the form has once everything is chosen. */
export const chosen = {
  projectId: '10001',
  projectName: 'Shop front',
  summary: 'Half A loses its voucher',
  issueTypeId: '10004',
  issuePriorityId: '2',
  issueUserId: '5b10',
  fields: { components: ['10100'], customfield_10042: 'Pay **twice**' },
};

/** A failure that no other test has. */
export const down = (name: string, what: string) => failed(name, `${what} is down`);

/** An api with results to review, and a fake Jira that its account has connected. */
export async function startJiraIssues() {
  const jira = await fakeJira();
  jira.apiTokens.set(email, { token, hasScopes: false });
  const reviewed = await startReviewedResults({ guard: openOutgoingGuard(['127.0.0.1']), jira: jira.settings });
  const { api } = reviewed;
  await api.done('POST', '/authorizations', { body: { provider: 'Jira', token, email, identifier: jira.url } });
  return {
    jira,
    reviewed,
    api,
    create: (body: object, headers: Record<string, string> = {}) =>
      api.call<CreatedIssue & ErrorBody>('POST', '/jira/issue', { body: { ...chosen, ...body }, headers }),
    async stop() {
      await api.stop();
      await jira.stop();
    },
  };
}

export type JiraIssuesUnderTest = Awaited<ReturnType<typeof startJiraIssues>>;
