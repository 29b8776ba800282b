import { planOf, type UserId, type UserRoleId } from '@assay/contract';
import { accountDecider, DomainError, refuse, userRolesDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { refusedNames, withReservedNames } from '../reservations/reserveNames.ts';
import { accountIdFor } from './accountIdFor.ts';
import { accountNamed } from './accountNamed.ts';
import { createFirstEnvironment } from './createFirstEnvironment.ts';

/** @throws DomainError `reservation.nameTaken` if an account has the name now */
export async function requireFreeAccountName(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  name: string,
): Promise<void> {
  refuse(await refusedNames(deps, [accountNamed(name)], ''));
}

/**
 * Creates an account for the person, who becomes its administrator and sets it up. Safe to repeat after a crash: what was
 * created is completed.
 * @throws DomainError `reservation.nameTaken` if another account has the name, also one of the person's own
 */
export async function createOwnAccount(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  { name, userId, isBilled }: { name: string; userId: UserId; isBilled: boolean },
  signed: Omit<AppendContext, 'accountId'>,
): Promise<CommandResult> {
  const { eventLog } = deps;
  const accountId = await accountIdFor(deps, name, userId);
  const context = { ...signed, accountId };
  // Where plans are paid for, the account begins with the free one.
  const plan = isBilled ? planOf(1) : undefined;
  const account = { type: 'createAccount' as const, accountId, name, needsSetup: true as const, plan };
  await withReservedNames(deps, [accountNamed(name)], `account-${accountId}`, context, () =>
    eventLog.handle(accountDecider, accountId, ({ exists }) => (exists ? null : account), context),
  );
  const userRoleId = accountId as string as UserRoleId;
  const role = { type: 'grantUserRole' as const, userRoleId, userId, accountId, roleType: 'ADMIN' as const };
  const granted = await eventLog.handle(
    userRolesDecider,
    accountId,
    ({ roles, removed }) => {
      if (roles.size + removed.size > 0) throw new DomainError('reservation.nameTaken');
      return role;
    },
    context,
  );
  const environment = await createFirstEnvironment(deps, accountId, signed);
  return { ...granted, position: environment?.position ?? granted.position };
}
