import type { GitHubAppEvent, GitHubAppRegistered } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

export type GitHubAppState = { status: 'none' } | { status: 'registered'; app: GitHubAppRegistered };

export type GitHubAppCommand =
  | ({ type: 'registerGitHubApp' } & GitHubAppRegistered)
  | ({ type: 'removeGitHubApp' } & GitHubAppRegistered);

/** The stream of the one GitHub App of an installation. */
export const gitHubAppStreamId = 'installation';

/**
 * The GitHub App that staff registered from within Assay. Whether there is one is decided where its keys are: they can be
 * lost without a fact, and the record must not keep anybody from registering another one, or from removing what is there.
 */
export const gitHubAppDecider: Decider<GitHubAppState, GitHubAppCommand, GitHubAppEvent> = {
  category: 'gitHubApp',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    const { type, ...app } = command;
    const isKnown = state.status === 'registered' && state.app.appId === app.appId && state.app.address === app.address;
    switch (type) {
      case 'registerGitHubApp':
        return isKnown ? [] : [{ type: 'GitHubAppRegistered', data: app }];
      case 'removeGitHubApp':
        return state.status === 'none' ? [] : [{ type: 'GitHubAppRemoved', data: app }];
      default:
        return never(type);
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'GitHubAppRegistered':
        return { status: 'registered', app: event.data };
      case 'GitHubAppRemoved':
        return { status: 'none' };
      default:
        return never(event);
    }
  },
};
