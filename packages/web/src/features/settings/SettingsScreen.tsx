import { Tabs } from '@mantine/core';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ScreenHead } from '../../ui/ScreenHead.tsx';
import { ApiKeyPanel } from './ApiKeyPanel.tsx';

/** What administrators set for the whole account. */
export function SettingsScreen() {
  const { tab } = useParams();
  const path = useAccountPath();
  const navigate = useNavigate();
  const administers = useMay('account.write');
  if (tab !== 'integrations') return <Navigate to={path('settings/integrations')} replace />;
  return (
    <>
      <ScreenHead title="Settings" documentTitle="Settings" />
      {administers ? (
        <Tabs value={tab} onChange={(next) => next && void navigate(path(`settings/${next}`))}>
          <Tabs.List mb={16}>
            <Tabs.Tab value="integrations">Integrations</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="integrations">
            <ApiKeyPanel />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <EmptyState title="For administrators" why="Ask an administrator of the account to change its settings." />
      )}
    </>
  );
}
