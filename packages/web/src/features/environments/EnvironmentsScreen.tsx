import { Button, Tabs } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useIncludes, useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabCount } from '../../ui/TabCount.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { type EnvironmentsTab, environmentsTabs } from './environmentsTabs.ts';

/** Environments, pipeline stages and runner pools: each a tab with its own path. */
export function EnvironmentsScreen({ tab }: { tab: string }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const includesPools = useIncludes('runnerPools');
  const tabs = environmentsTabs.filter(({ id }) => id !== 'runner-pools' || id === tab || includesPools);
  const shown = environmentsTabs.find(({ id }) => id === tab) ?? environmentsTabs[0];
  return (
    <>
      <ScreenHead title="Environments" documentTitle={shown.title} actions={<AddButton key={tab} tab={shown} />} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate(path(tabs.find(({ id }) => id === next)?.path ?? shown.path))}
      >
        <Tabs.List mb={16}>
          {tabs.map(({ id, title, useCount }) => (
            <Tabs.Tab key={id} value={id}>
              {title} <TabCount useCount={useCount} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TabPanel value={tab} title={shown.title}>
          <shown.Panel />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Adds a thing of the tab; while there is none, the tab itself offers it. */
function AddButton({ tab: { path: below, permission, add, useCount } }: { tab: EnvironmentsTab }) {
  const count = useCount();
  const path = useAccountPath();
  if (!useMay(permission) || !count) return null;
  return (
    <Button component={Link} to={path(`${below}/new`)} variant="filled">
      {add}
    </Button>
  );
}
