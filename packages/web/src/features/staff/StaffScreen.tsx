import { Tabs } from '@mantine/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useGetStaffRightQuery } from '../../connection/serviceHooks.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { AccountsPanel } from './AccountsPanel.tsx';
import { GitHubAppPanel } from './gitHubApp/GitHubAppPanel.tsx';
import { JobsPanel } from './jobs/JobsPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { PerformancePanel } from './performance/PerformancePanel.tsx';
import { ReactionsPanel } from './ReactionsPanel.tsx';
import { RolesPanel } from './RolesPanel.tsx';

const tabs = [
  { id: 'people', title: 'People', Panel: PeoplePanel },
  { id: 'accounts', title: 'Accounts', Panel: AccountsPanel },
  { id: 'performance', title: 'Performance', Panel: PerformancePanel },
  { id: 'jobs', title: 'Jobs', Panel: JobsPanel },
  { id: 'roles', title: 'Roles', Panel: RolesPanel },
  { id: 'git-hub-app', title: 'GitHub App', Panel: GitHubAppPanel },
  { id: 'reactions', title: 'Set-aside reactions', Panel: ReactionsPanel },
] as const;

/** What staff look after across all accounts; anybody else is led home. */
export function StaffScreen() {
  const query = useGetStaffRightQuery();
  return (
    <Loaded query={query} failed="Whether you are of the staff could not be loaded">
      {({ employee }) => (employee ? <StaffTabs /> : <Navigate to="/" replace />)}
    </Loaded>
  );
}

function StaffTabs() {
  const { tab } = useParams();
  const navigate = useNavigate();
  if (!tabs.some(({ id }) => id === tab)) return <Navigate to={`/employee/${tabs[0].id}`} replace />;
  return (
    <>
      <ScreenHead title="Staff" documentTitle="Staff" />
      <Tabs value={tab ?? null} keepMounted={false} onChange={(next) => next && void navigate(`/employee/${next}`)}>
        <Tabs.List mb={16}>
          {tabs.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, title, Panel }) => (
          <TabPanel key={id} value={id} title={title}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
