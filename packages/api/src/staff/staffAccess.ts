import { type AccountId, limits, type StaffAccessId, staffRunCalls, type TestRunId } from '@assay/contract';
import { accountDecider, DomainError, staffAccessDecider } from '@assay/domain';
import type { AccountReads } from '@assay/projections';
import { noteStaffRequest } from '../accessLog/noteVisit.ts';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { found } from '../http/identifyCaller.ts';
import { type Received, route } from '../http/route.ts';
import { heldStaffAccess } from './heldStaffAccess.ts';

type Reading = Pick<Received<typeof staffRunCalls.getStaffTestRun>, 'api' | 'caller' | 'request'>;

/**
 * Opens the read models of one account to a staff member, and notes the request in its access log.
 * @throws DomainError `staffAccess.required` without read-only access to the account
 */
export async function readAsStaff({ api, caller, request }: Reading, accountId: AccountId): Promise<AccountReads> {
  const { userId } = caller;
  const access = await found(api, () => heldStaffAccess(api, userId, accountId));
  if (!access) throw new DomainError('staffAccess.required');
  await noteStaffRequest(api, request, { userId, ...access });
  return api.readModels.of(accountId);
}

/**
 * The same for the account of a run.
 * @throws DomainError `testRun.notFound`, `staffAccess.required`
 */
export async function readRunAsStaff(reading: Reading, testRunId: TestRunId): Promise<AccountReads> {
  return readAsStaff(reading, await accountOfRun(reading.api, testRunId));
}

async function accountOfRun({ owners }: Api, testRunId: TestRunId): Promise<AccountId> {
  const accountId = await owners.ownerOf(`testRun-${testRunId}`);
  if (!accountId) throw new DomainError('testRun.notFound');
  return accountId;
}

const hourMs = 3_600_000;

export const startStaffAccess = route(
  staffRunCalls.startStaffAccess,
  async ({ api, body: { reason, testRunId, ...named }, caller: { userId }, context, newId }) => {
    const accountId = named.accountId ?? (await accountOfRun(api, testRunId ?? ('' as TestRunId)));
    const { state: account } = await api.eventLog.load(accountDecider, accountId);
    if (!account.exists) throw new DomainError('account.notFound');
    const until = new Date(Date.parse(context.occurredAt) + limits.staffAccessHours * hourMs).toISOString();
    const staffAccessId = newId<StaffAccessId>();
    const command = { type: 'startStaffAccess' as const, staffAccessId, userId, accountId, reason, until };
    const result = await api.eventLog.handle(staffAccessDecider, staffAccessId, command, { ...context, accountId });
    return commandAnswer(api.eventLog, result);
  },
);

export const endStaffAccess = route(
  staffRunCalls.endStaffAccess,
  async ({ api, params: { id }, caller: { userId }, context }) => {
    const accountId = await api.owners.ownerOf(`staffAccess-${id}`);
    if (!accountId) throw new DomainError('staffAccess.notFound');
    const command = { type: 'endStaffAccess' as const, userId };
    const result = await api.eventLog.handle(staffAccessDecider, id, command, { ...context, accountId });
    return commandAnswer(api.eventLog, result);
  },
);
