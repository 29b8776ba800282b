import { Tabs } from '@mantine/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { StaffOnly } from './StaffOnly.tsx';
import { staffTabs } from './staffTabs.ts';

/** What staff look after across all accounts. */
export function StaffScreen() {
  return (
    <StaffOnly>
      <StaffTabs />
    </StaffOnly>
  );
}

function StaffTabs() {
  const { tab } = useParams();
  const navigate = useNavigate();
  const shown = staffTabs.find(({ id }) => id === tab);
  if (!shown) return <Navigate to={`/employee/${staffTabs[0].id}`} replace />;
  return (
    <>
      <ScreenHead title="Staff" documentTitle={`${shown.title} · Staff`} />
      <Tabs value={shown.id} keepMounted={false} onChange={(next) => next && void navigate(`/employee/${next}`)}>
        <Tabs.List mb={16}>
          {staffTabs.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {staffTabs.map(({ id, title, Panel }) => (
          <TabPanel key={id} value={id} title={title}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
