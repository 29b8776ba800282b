import type { ComponentType } from 'react';
import { useListTeamsQuery, useListUserRolesQuery } from '../../connection/serviceHooks.ts';
import { AccessLogPanel } from './accessLog/AccessLogPanel.tsx';
import { AccountPanel } from './account/AccountPanel.tsx';
import { ApiKeysPanel } from './apiKeys/ApiKeysPanel.tsx';
import { IntegrationsPanel } from './integrations/IntegrationsPanel.tsx';
import { PaymentPanel } from './payment/PaymentPanel.tsx';
import { RetentionPanel } from './retention/RetentionPanel.tsx';
import { RunnerConfigurationsPanel } from './runnerConfigurations/RunnerConfigurationsPanel.tsx';
import { settingsPages } from './settingsPages.ts';
import { SharedLinksPanel } from './sharedLinks/SharedLinksPanel.tsx';
import { TeamsPanel } from './teams/TeamsPanel.tsx';
import { DistributionRulesPanel } from './testDistribution/DistributionRulesPanel.tsx';
import { UsersPanel } from './users/UsersPanel.tsx';

type Content = {
  Panel: ComponentType;
  /** How many things the tab shows; undefined while unknown. */
  useCount?: () => number | undefined;
};

const contents: Record<(typeof settingsPages)[number]['id'], Content> = {
  users: { Panel: UsersPanel, useCount: () => useListUserRolesQuery().data?.length },
  teams: { Panel: TeamsPanel, useCount: () => useListTeamsQuery().data?.length },
  account: { Panel: AccountPanel },
  integrations: { Panel: IntegrationsPanel },
  payment: { Panel: PaymentPanel },
  'api-keys': { Panel: ApiKeysPanel },
  'shared-links': { Panel: SharedLinksPanel },
  'runner-configurations': { Panel: RunnerConfigurationsPanel },
  'test-distribution-settings': { Panel: DistributionRulesPanel },
  retention: { Panel: RetentionPanel },
  'access-log': { Panel: AccessLogPanel },
};

/** The tabs of the settings, each with its permission. */
export const settingsTabs = settingsPages.map((page) => ({ ...page, ...contents[page.id] }));
