import { SignInStart } from '../authorizations/gitSignIns.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { topics } from '../live/topics.ts';
import {
  ConnectSlackAnswer,
  ConnectSlackMemberRequest,
  ConnectSlackRequest,
  SlackAppView,
  SlackHealthView,
  StartSlackSignInRequest,
} from './slackViews.ts';

export const slackCalls = {
  getSlackApp: call({
    method: 'GET',
    path: '/authorizations/slack/app',
    summary: 'The manifest of the app that Slack is connected by, with what it may do and what for',
    permission: 'authorization.write',
    answer: SlackAppView,
    example: {},
  }),
  startSlackSignIn: call({
    method: 'POST',
    path: '/authorizations/slack/sign-in',
    summary: 'Begin to connect Slack by signing in there; sets the cookie that the return needs',
    permission: 'authorization.write',
    body: StartSlackSignInRequest,
    answer: SignInStart,
    secretAnswer: true,
    example: { body: { returnTo: '/northwind/settings/integrations' } },
  }),
  connectSlack: call({
    method: 'POST',
    path: '/authorizations/slack',
    summary:
      'Connect Slack with the parameters of its redirect; works once, within 10 minutes, for the person who began it',
    permission: 'signedIn',
    body: ConnectSlackRequest,
    answer: ConnectSlackAnswer,
    changes: [topics.authorizations],
    secretAnswer: true,
    example: {
      body: {
        code: 'code-of-the-url',
        redirectUri: 'https://assay.example.org/auth-return',
        state: 'slack.state-of-the-url',
      },
    },
  }),
  connectSlackMember: call({
    method: 'POST',
    path: '/slack-connect',
    summary:
      "Link the person to their member of the account's Slack, for notifications there; the email address has to be the same",
    permission: 'notice.own',
    body: ConnectSlackMemberRequest,
    answer: CommandAnswer,
    example: { body: { slackMemberId: 'U012AB3CD' } },
  }),
  getSlackHealth: call({
    method: 'GET',
    path: '/authorizations/slack/health',
    summary: 'Asks Slack whether it takes the token of the account, once a minute at most',
    permission: 'authorization.read',
    answer: SlackHealthView,
    topic: topics.authorizations,
    example: {},
  }),
};
