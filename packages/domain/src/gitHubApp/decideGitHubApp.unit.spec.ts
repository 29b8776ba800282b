import type { GitHubAppEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { gitHubAppDecider } from './decideGitHubApp.ts';

const app = { address: 'https://github.com', appId: '12', slug: 'assay-of-northwind' };
const registered: GitHubAppEvent = { type: 'GitHubAppRegistered', data: app };
const removed: GitHubAppEvent = { type: 'GitHubAppRemoved', data: app };
const register = { type: 'registerGitHubApp' as const, ...app };
const remove = { type: 'removeGitHubApp' as const, ...app };
const gitHubApp = (...events: GitHubAppEvent[]) => given(gitHubAppDecider, ...events);

describe('the GitHub App of an installation', () => {
  it('is registered once, and again after it was removed', () => {
    gitHubApp().when(register).gives(registered);
    gitHubApp(registered).when(register).gives();
    gitHubApp(registered, removed).when(register).gives(registered);
  });

  it('is followed by another one where its keys were lost without a record', () => {
    const another = { ...app, appId: '13' };
    gitHubApp(registered)
      .when({ type: 'registerGitHubApp', ...another })
      .gives({ type: 'GitHubAppRegistered', data: another });
  });

  it('is removed while it is there', () => {
    gitHubApp(registered).when(remove).gives(removed);
    gitHubApp(registered, removed).when(remove).gives();
    gitHubApp().when(remove).gives();
  });
});
