import type { AccountPermission } from '@assay/contract';

/** The pages of the settings in their order, each with its permission. */
export const settingsPages = [
  { id: 'users', title: 'Users', permission: 'userRole.read' },
  { id: 'teams', title: 'Teams', permission: 'team.read' },
  { id: 'account', title: 'Account', permission: 'account.write' },
  { id: 'integrations', title: 'Integrations', permission: 'account.write' },
  { id: 'payment', title: 'Payment', permission: 'account.write' },
  { id: 'api-keys', title: 'API keys', permission: 'apiKey.write' },
  { id: 'shared-links', title: 'Shared links', permission: 'sharedLink.read' },
  { id: 'runner-configurations', title: 'Runner configurations', permission: 'runnerPool.write' },
  { id: 'test-distribution-settings', title: 'Test distribution', permission: 'testDistribution.write' },
  { id: 'retention', title: 'Retention', permission: 'account.write' },
  { id: 'access-log', title: 'Access log', permission: 'accessLog.read' },
] as const satisfies readonly { id: string; title: string; permission: AccountPermission }[];
