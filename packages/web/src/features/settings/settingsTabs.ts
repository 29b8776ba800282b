import type { AccountPermission } from '@assay/contract';
import type { ComponentType } from 'react';
import { ApiKeyPanel } from './ApiKeyPanel.tsx';
import { TeamsPanel } from './teams/TeamsPanel.tsx';

type SettingsTab = { id: string; title: string; permission: AccountPermission; Panel: ComponentType };

/** The tabs of the settings, each with its permission. */
export const settingsTabs: readonly SettingsTab[] = [
  { id: 'teams', title: 'Teams', permission: 'team.read', Panel: TeamsPanel },
  { id: 'integrations', title: 'Integrations', permission: 'account.write', Panel: ApiKeyPanel },
];
