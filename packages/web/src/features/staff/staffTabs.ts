import { lazy } from 'react';
import { AccountsPanel } from './AccountsPanel.tsx';
import { AgentsPanel } from './agents/AgentsPanel.tsx';
import { JobsPanel } from './jobs/JobsPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { PerformancePanel } from './performance/PerformancePanel.tsx';
import { ReactionsPanel } from './ReactionsPanel.tsx';
import { RolesPanel } from './RolesPanel.tsx';
import { RunSearchPanel } from './runs/RunSearchPanel.tsx';

const GitHubAppPanel = lazy(async () => ({
  default: (await import('./gitHubApp/GitHubAppPanel.tsx')).GitHubAppPanel,
}));

/** The tabs of the staff's console, in their order; the first is the default. */
export const staffTabs = [
  { id: 'test-run-search', title: 'Test Run Search', Panel: RunSearchPanel },
  { id: 'performance', title: 'Performance', Panel: PerformancePanel },
  { id: 'agents', title: 'Agents', Panel: AgentsPanel },
  { id: 'jobs', title: 'Jobs', Panel: JobsPanel },
  { id: 'roles', title: 'Roles', Panel: RolesPanel },
  { id: 'people', title: 'People', Panel: PeoplePanel },
  { id: 'accounts', title: 'Accounts', Panel: AccountsPanel },
  { id: 'git-hub-app', title: 'GitHub App', Panel: GitHubAppPanel },
  { id: 'reactions', title: 'Set-aside reactions', Panel: ReactionsPanel },
] as const;
