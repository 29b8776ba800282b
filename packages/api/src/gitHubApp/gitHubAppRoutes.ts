import type { Route } from '../http/route.ts';
import { finishGitHubApp } from './finishGitHubApp.ts';
import { getGitHubApp } from './getGitHubApp.ts';
import { registerGitHubApp } from './registerGitHubApp.ts';
import { removeGitHubApp } from './removeGitHubApp.ts';

/** How staff register the GitHub App of the installation, and remove it. */
export const gitHubAppRoutes: readonly Route[] = [getGitHubApp, registerGitHubApp, finishGitHubApp, removeGitHubApp];
