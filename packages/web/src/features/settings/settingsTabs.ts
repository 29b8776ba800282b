import type { AccountPermission } from '@assay/contract';
import type { ComponentType } from 'react';
import { useListTeamsQuery, useListUserRolesQuery } from '../../connection/serviceHooks.ts';
import { AccessLogPanel } from './accessLog/AccessLogPanel.tsx';
import { AccountPanel } from './account/AccountPanel.tsx';
import { ApiKeysPanel } from './apiKeys/ApiKeysPanel.tsx';
import { IntegrationsPanel } from './integrations/IntegrationsPanel.tsx';
import { RetentionPanel } from './retention/RetentionPanel.tsx';
import { RunnerConfigurationsPanel } from './runnerConfigurations/RunnerConfigurationsPanel.tsx';
import { TeamsPanel } from './teams/TeamsPanel.tsx';
import { DistributionRulesPanel } from './testDistribution/DistributionRulesPanel.tsx';
import { UsersPanel } from './users/UsersPanel.tsx';

type SettingsTab = {
  id: string;
  title: string;
  permission: AccountPermission;
  Panel: ComponentType;
  /** How many things the tab shows; undefined while unknown. */
  useCount?: () => number | undefined;
};

/** The tabs of the settings, each with its permission. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    id: 'users',
    title: 'Users',
    permission: 'userRole.read',
    Panel: UsersPanel,
    useCount: () => useListUserRolesQuery().data?.length,
  },
  {
    id: 'teams',
    title: 'Teams',
    permission: 'team.read',
    Panel: TeamsPanel,
    useCount: () => useListTeamsQuery().data?.length,
  },
  { id: 'account', title: 'Account', permission: 'account.write', Panel: AccountPanel },
  { id: 'integrations', title: 'Integrations', permission: 'account.write', Panel: IntegrationsPanel },
  { id: 'api-keys', title: 'API keys', permission: 'apiKey.write', Panel: ApiKeysPanel },
  {
    id: 'runner-configurations',
    title: 'Runner configurations',
    permission: 'runnerPool.write',
    Panel: RunnerConfigurationsPanel,
  },
  {
    id: 'test-distribution-settings',
    title: 'Test distribution',
    permission: 'testDistribution.write',
    Panel: DistributionRulesPanel,
  },
  { id: 'retention', title: 'Retention', permission: 'account.write', Panel: RetentionPanel },
  { id: 'access-log', title: 'Access log', permission: 'accessLog.read', Panel: AccessLogPanel },
];
