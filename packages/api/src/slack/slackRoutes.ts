import type { Route } from '../http/route.ts';
import { connectSlack } from './connectSlack.ts';
import { connectSlackMember } from './connectSlackMember.ts';
import { getSlackApp } from './getSlackApp.ts';
import { getSlackHealth } from './getSlackHealth.ts';
import { startSlackSignIn } from './startSlackSignIn.ts';

export const slackRoutes: readonly Route[] = [
  getSlackApp,
  startSlackSignIn,
  connectSlack,
  connectSlackMember,
  getSlackHealth,
];
