import { SignInStart } from '../authorizations/gitSignIns.ts';
import { call } from '../call.ts';
import { topics } from '../live/topics.ts';
import {
  ConnectJiraAnswer,
  ConnectJiraRequest,
  JiraAppView,
  JiraHealthView,
  StartJiraSignInRequest,
} from './jiraViews.ts';

export const jiraCalls = {
  getJiraApp: call({
    method: 'GET',
    path: '/authorizations/jira/app',
    summary: 'The app that Jira is connected by when people sign in there, with what it may do and what for',
    permission: 'authorization.write',
    answer: JiraAppView,
    example: {},
  }),
  startJiraSignIn: call({
    method: 'POST',
    path: '/authorizations/jira/sign-in',
    summary: 'Begin to connect Jira by signing in at Atlassian; sets the cookie that the return needs',
    permission: 'authorization.write',
    body: StartJiraSignInRequest,
    answer: SignInStart,
    secretAnswer: true,
    example: { body: { returnTo: '/northwind/settings/integrations' } },
  }),
  connectJira: call({
    method: 'POST',
    path: '/authorizations/jira',
    summary:
      'Connect Jira with what Atlassian sent the browser back with; works once, within 10 minutes, for the person who began it',
    permission: 'signedIn',
    body: ConnectJiraRequest,
    answer: ConnectJiraAnswer,
    changes: [topics.authorizations],
    secretAnswer: true,
    example: {
      body: {
        code: 'code-of-the-url',
        redirectUri: 'https://assay.example.org/alerts',
        state: 'jira.state-of-the-url',
      },
    },
  }),
  getJiraHealth: call({
    method: 'GET',
    path: '/authorizations/jira/health',
    summary: 'Asks Jira whether it accepts the connection of the account, once a minute at most',
    permission: 'authorization.read',
    answer: JiraHealthView,
    topic: topics.authorizations,
    example: {},
  }),
};
