import type { TrackerUser } from '@assay/contract';
import type { Poster } from '../../outgoing/postJson.ts';
import { TrackerFailure } from '../issueTracker.ts';
import { askTracker } from '../trackerRequest.ts';
import type { JiraSettings } from './jiraSettings.ts';
import { type JiraConnection, openJiraTracker } from './jiraTracker.ts';

/** What administrators enter to connect Jira by token. */
export type JiraToken = {
  /** In a browser. */
  address: string;
  /** Of Jira Cloud; null: a personal access token of Jira Data Center. */
  email: string | null;
  token: string;
};

export type FoundJira = Pick<JiraConnection, 'deployment' | 'apiUrl'> & { me: TrackerUser };

/** @returns the header by which a token is used */
export function jiraAuthorization(user: string | null, token: string): string {
  return user === null ? `Bearer ${token}` : `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;
}

/** @returns Atlassian's gateway to a Jira, which tokens with scopes and sign-ins have to use */
export function jiraGatewayOf({ apiUrl }: Pick<JiraSettings, 'apiUrl'>, cloudId: string): string {
  return `${apiUrl}/ex/jira/${encodeURIComponent(cloudId)}`;
}

async function cloudIdOf(poster: Poster, address: string): Promise<string | null> {
  const dialect = { name: 'Jira', refusalOf: () => ({ message: '', fields: [] }) };
  const url = `${address}/_edge/tenant_info`;
  const answer = await askTracker(poster, dialect, { url, headers: {} }).catch((error: unknown) => {
    if (error instanceof TrackerFailure) return null;
    throw error;
  });
  const { cloudId } = Object(answer) as { cloudId?: unknown };
  return typeof cloudId === 'string' && cloudId !== '' ? cloudId : null;
}

/**
 * Tries a token where it may be used: at the Jira itself, or, as Jira Cloud has it for tokens with scopes, at the gateway.
 * @throws TrackerFailure
 */
export async function findJira(
  poster: Poster,
  settings: Pick<JiraSettings, 'apiUrl'>,
  { address, email, token }: JiraToken,
): Promise<FoundJira> {
  const authorization = jiraAuthorization(email, token);
  const deployment = email === null ? ('DataCenter' as const) : ('Cloud' as const);
  const at = (apiUrl: string) => openJiraTracker(poster, { deployment, apiUrl, siteUrl: address, authorization }).me();
  try {
    return { deployment, apiUrl: address, me: await at(address) };
  } catch (error) {
    if (!(error instanceof TrackerFailure) || error.kind !== 'unusable' || deployment === 'DataCenter') throw error;
    const cloudId = await cloudIdOf(poster, address);
    if (cloudId === null) throw error;
    const apiUrl = jiraGatewayOf(settings, cloudId);
    return { deployment, apiUrl, me: await at(apiUrl) };
  }
}
