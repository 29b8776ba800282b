import { InvalidFields } from '@assay/application';
import { messages } from '@assay/contract';
import type { AuthorizationEndpoint } from '@assay/domain';
import { findJira, TrackerFailure } from '@assay/integrations';
import type { Api } from '../api.ts';
import { trackerError } from '../trackedIssues/accountTracker.ts';

/** The addresses of Jira Cloud. */
const ofCloud = /\.(?:atlassian\.net|jira\.com|jira-dev\.com)$/i;

/** What administrators enter to connect Jira by token. */
export type JiraFields = { address: string; email: string | null; token: string };

/**
 * Tries the token at once, so that a wrong one is said where it was entered.
 * @returns where the API is, and as whom the token is used there
 * @throws InvalidFields; ApiError `issueTracker.away`
 */
export async function jiraByToken(api: Api, { address, email, token }: JiraFields): Promise<AuthorizationEndpoint> {
  if (email === null && ofCloud.test(new URL(address).hostname)) {
    throw new InvalidFields({ field: 'email', message: messages.jiraEmail });
  }
  try {
    const { apiUrl, deployment } = await findJira(api.poster, api.config.jira, { address, email, token });
    return { apiUrl, deployment, user: email };
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    if (error.isOfAddress) throw new InvalidFields({ field: 'identifier', message: error.message });
    if (error.kind === 'unusable') throw new InvalidFields({ field: 'token', message: error.message });
    if (error.kind === 'refused') {
      throw new InvalidFields({ field: 'identifier', message: messages.noJiraThere });
    }
    throw trackerError(error);
  }
}
