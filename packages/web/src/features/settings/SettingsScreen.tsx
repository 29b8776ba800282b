import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useRights } from '../../connection/currentUser.ts';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { TabCount } from '../../ui/TabCount.tsx';
import { TabPanel } from '../../ui/TabPanel.tsx';
import { settingsTabs } from './settingsTabs.ts';

/** The settings of the whole account; people see the tabs they have permission for. */
export function SettingsScreen() {
  const { tab } = useParams();
  const path = useAccountPath();
  const navigate = useNavigate();
  const { data: user } = useGetMeQuery();
  const may = useRights();
  const list = useRef<HTMLDivElement>(null);
  // A phone shows a few of the tabs at a time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has another chosen tab
  useEffect(() => {
    // Its promise, which newer browsers return, is no clean-up.
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  const tabs = settingsTabs.filter(({ permission }) => may(permission));
  const [first] = tabs;
  if (user && first && !tabs.some(({ id }) => id === tab)) {
    return <Navigate to={path(`settings/${first.id}`)} replace />;
  }
  return (
    <>
      <ScreenHead title="Settings" documentTitle="Settings" />
      <Tabs
        value={tab ?? null}
        keepMounted={false}
        onChange={(next) => next && void navigate(path(`settings/${next}`))}
      >
        <Tabs.List mb={16} ref={list}>
          {tabs.map(({ id, title, useCount }) => (
            <Tabs.Tab key={id} value={id}>
              {title} {useCount && <TabCount useCount={useCount} />}
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
