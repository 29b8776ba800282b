import {
  type AccountId,
  type MonthlyUsage,
  type StaffHeaderData,
  type StaffMonth,
  staffRunCalls,
} from '@assay/contract';
import { accountDecider, DomainError } from '@assay/domain';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';
import { healthOf } from '../health/getHealth.ts';
import { route } from '../http/route.ts';
import { readAsStaff } from './staffAccess.ts';

const dayMs = 86_400_000;
const busiest = 4;

function monthOf({ start: _start, end: _end, projects: _projects, ...counts }: MonthlyUsage): StaffMonth {
  return counts;
}

async function monthsOf(models: AccountReads): Promise<StaffMonth[]> {
  return (await models.usage('UTC', new Date())).map(monthOf);
}

async function accountOf(
  { readModels }: Api,
  models: AccountReads,
  id: AccountId,
): Promise<StaffHeaderData['account']> {
  const [account, listed, people, months, agents] = await Promise.all([
    models.account(),
    readModels.staffAccount(id),
    models.userRoles(),
    monthsOf(models),
    models.agents(),
  ]);
  const [lastMonth, thisMonth] = months.slice(-2);
  if (!account || !listed || !lastMonth || !thisMonth) throw new DomainError('account.notFound');
  const { name, tier, legacyPlan, testRunCount } = listed;
  const members = people.filter(({ staffUntil }) => staffUntil === null);
  return {
    id,
    name,
    tier,
    legacyPlan,
    testRunCount,
    people: members.length,
    administrators: members.filter(({ roleType }) => roleType === 'ADMIN').length,
    runners: agents.reduce((sum, { nonExitedRunners }) => sum + nonExitedRunners, 0),
    maximumRunners: account.numberOfRunners + account.windowsRunners,
    thisMonth,
    lastMonth,
  };
}

async function systemOf(api: Api): Promise<StaffHeaderData['system']> {
  const [{ status, version, parts }, agents] = await Promise.all([healthOf(api), api.readModels.allAgents()]);
  const areStoresWell = parts.eventStore.status === 'ok' && parts.documentStore.status === 'ok';
  return {
    status,
    version,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    stores: areStoresWell ? 'ok' : 'away',
    lagMilliseconds: parts.projector.lagMilliseconds,
    runningAgents: parts.agents.running,
    capacity: parts.agents.capacity,
    busyRunners: agents
      .filter((agent) => agent.status !== 'Exited')
      .reduce((sum, { nonExitedRunners }) => sum + nonExitedRunners, 0),
  };
}

export const getStaffHeader = route(staffRunCalls.getStaffHeader, async (received) => {
  const { api, query } = received;
  const models = query.accountId === undefined ? null : await readAsStaff(received, query.accountId);
  const now = Date.now();
  const [system, { accounts, ...testRuns }, account] = await Promise.all([
    systemOf(api),
    api.readModels.runsNow(now - (now % dayMs)),
    models && query.accountId !== undefined ? accountOf(api, models, query.accountId) : null,
  ]);
  const shown = account ? [] : accounts.slice(0, busiest);
  const nameOf = await api.readModels.accountNames(shown.map(({ accountId }) => accountId));
  const busiestAccounts = shown.map(({ accountId: id, ...counts }) => ({ id, name: nameOf.get(id) ?? id, ...counts }));
  return { system, testRuns, account, busiestAccounts };
});

export const getAccountExecution = route(staffRunCalls.getAccountExecution, async (received) => {
  const { state } = await received.api.eventLog.load(accountDecider, received.params.id);
  if (!state.exists) throw new DomainError('account.notFound');
  const models = await readAsStaff(received, received.params.id);
  return { running: await models.openRunCount(), months: await monthsOf(models) };
});
