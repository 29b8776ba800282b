import { requireAddress, together } from '../../gitServices/gitAppSettings.ts';

/** Assay as an OAuth 2.0 app that the operator has registered at Atlassian. */
export type JiraApp = { clientId: string; clientSecret: string };

/** Where Atlassian signs people in and has its API, and the app by which accounts sign in at Jira; null: not set up. */
export type JiraSettings = { authUrl: string; apiUrl: string; app: JiraApp | null };

/**
 * @returns what `ASSAY_JIRA_…` configures
 * @throws RangeError that names the variable which is wrong or missing
 */
export function jiraSettingsOf(env: NodeJS.ProcessEnv): JiraSettings {
  const given = together(env, ['ASSAY_JIRA_CLIENT_ID', 'ASSAY_JIRA_CLIENT_SECRET']);
  return {
    authUrl: requireAddress('ASSAY_JIRA_AUTH_URL', env.ASSAY_JIRA_AUTH_URL || 'https://auth.atlassian.com'),
    apiUrl: requireAddress('ASSAY_JIRA_API_URL', env.ASSAY_JIRA_API_URL || 'https://api.atlassian.com'),
    app: given && { clientId: given.ASSAY_JIRA_CLIENT_ID, clientSecret: given.ASSAY_JIRA_CLIENT_SECRET },
  };
}
