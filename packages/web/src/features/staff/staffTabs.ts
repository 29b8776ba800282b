import { lazy } from 'react';
import { AccountsPanel } from './AccountsPanel.tsx';
import { AgentsPanel } from './agents/AgentsPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { ReactionsPanel } from './ReactionsPanel.tsx';
import { RolesPanel } from './RolesPanel.tsx';
import { RunSearchPanel } from './runs/RunSearchPanel.tsx';

const GitHubAppPanel = lazy(async () => ({
  default: (await import('./gitHubApp/GitHubAppPanel.tsx')).GitHubAppPanel,
}));

/** The tabs of the staff's console, in their order; the first is the default. */
export const staffTabs = [
  { id: 'test-run-search', title: 'Test Run Search', Panel: RunSearchPanel },
  { id: 'agents', title: 'Agents', Panel: AgentsPanel },
  { id: 'roles', title: 'Roles', Panel: RolesPanel },
  { id: 'people', title: 'People', Panel: PeoplePanel },
  { id: 'accounts', title: 'Accounts', Panel: AccountsPanel },
  { id: 'git-hub-app', title: 'GitHub App', Panel: GitHubAppPanel },
  { id: 'reactions', title: 'Set-aside reactions', Panel: ReactionsPanel },
] as const;
