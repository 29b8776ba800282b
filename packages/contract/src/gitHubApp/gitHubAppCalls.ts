import { Type } from 'typebox';
import { call } from '../call.ts';
import {
  FinishGitHubAppRequest,
  GitHubAppView,
  RegisterGitHubAppRequest,
  RegisterGitHubAppStart,
} from './gitHubAppViews.ts';

const path = '/employee/git-hub-app';

export const gitHubAppCalls = {
  getGitHubApp: call({
    method: 'GET',
    path,
    summary: 'The GitHub App of the installation, without its keys, and how many accounts are connected by it',
    permission: 'staff',
    answer: GitHubAppView,
    example: {},
  }),
  registerGitHubApp: call({
    method: 'POST',
    path: `${path}/registration`,
    summary: 'Begin to register a GitHub App by a manifest; sets the cookie that the return needs',
    permission: 'staff',
    body: RegisterGitHubAppRequest,
    answer: RegisterGitHubAppStart,
    secretAnswer: true,
    example: {
      body: { address: 'https://github.com', organization: 'northwind', isPublic: false, hasWebhook: true },
    },
  }),
  finishGitHubApp: call({
    method: 'POST',
    path: `${path}/registration/finish`,
    summary:
      "Take over the app with the parameters of GitHub's redirect; works once, within 10 minutes, for the person who began it",
    permission: 'staff',
    body: FinishGitHubAppRequest,
    status: 204,
    answer: Type.Null(),
    secretAnswer: true,
    example: { body: { state: 'app.state-of-the-url', code: 'code-of-the-url' } },
  }),
  removeGitHubApp: call({
    method: 'DELETE',
    path: `${path}/:appId`,
    summary:
      'Remove the GitHub App that was registered here, with its keys: accounts that are connected by it cannot use GitHub until they connect it again',
    permission: 'staff',
    params: Type.Object({ appId: Type.String({ pattern: '^[0-9]{1,20}$' }) }),
    status: 204,
    answer: Type.Null(),
    example: { params: { appId: '12' } },
  }),
};
