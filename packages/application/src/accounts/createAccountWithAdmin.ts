import { type AccountId, formFields, messages, planOf, type Tier, type UserId, type UserRoleId } from '@assay/contract';
import {
  accountDecider,
  type CreateAccount,
  type GrantUserRole,
  type RegisterUser,
  userDecider,
  userRolesDecider,
} from '@assay/domain';
import { type AppendContext, type EventLog, newId } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import { InvalidFields } from '../invalidFields.ts';
import type { ReservedName } from '../reservations/reservedName.ts';
import { withReservedNames } from '../reservations/reserveNames.ts';
import { accountIdFor, idFor } from './accountIdFor.ts';
import { accountNamed } from './accountNamed.ts';
import { requireStrongPassword } from './requireStrongPassword.ts';

export type NewAccount = {
  accountName: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  /** The person also becomes staff: agents and runners of every account. */
  staff?: boolean;
  /** Tier of the account's plan, 1 to 4. Default: the self-hosted plan, which includes everything. */
  tier?: Tier;
  /**
   * What to do when the person already has a login: they also get the account and keep name and password, or also get
   * the new password, which ends their sessions and turns two-factor sign-in off. By default they are refused. `add`
   * refuses people without a login.
   */
  existingPerson?: 'refuse' | 'add' | 'setPassword';
};

/** The person has a login and should not, or has none and should. Nothing was changed. */
export class OtherPerson extends Error {
  constructor(email: string, isKnown: boolean) {
    super(`${email} ${isKnown ? 'can sign in here already' : 'cannot sign in here yet'}. Nothing was changed.`);
  }
}

/** A person with this address may have been erased: their id is not reused. */
async function userIdFor(
  { eventLog, operations }: { eventLog: EventLog; operations: Operations },
  address: string,
): Promise<UserId> {
  const parts = ['user', address.toLowerCase()];
  for (let erased = 0; ; erased += 1) {
    const userId = idFor<UserId>(operations, ...parts, ...(erased > 0 ? [String(erased)] : []));
    const { state } = await eventLog.load(userDecider, userId);
    if (!state.erased) return userId;
  }
}

/**
 * Creates an account and its administrator. Safe to repeat with the same name and e-mail after a crash: steps already
 * done are skipped.
 * @throws DomainError reservation.nameTaken or reservation.emailTaken; InvalidFields for a name that cannot be part of an
 * address or a weak password; OtherPerson
 */
export async function createAccountWithAdmin(
  deps: { eventLog: EventLog; operations: Operations },
  wanted: NewAccount,
): Promise<{ accountId: AccountId; userId: UserId }> {
  const { eventLog, operations } = deps;
  const { accountName, email, firstName, lastName, password, staff = false, tier, existingPerson = 'refuse' } = wanted;
  const [name, address] = [accountName.trim(), email.trim()];
  const accountId = await accountIdFor(deps, name, address);
  const userId = await userIdFor(deps, address);
  const userRoleId = idFor<UserRoleId>(operations, 'userRole', accountId, userId);
  const ofNoAccount: AppendContext = {
    accountId: null,
    actor: { kind: 'automation', id: 'createAccount' },
    occurredAt: new Date().toISOString(),
    $correlationId: newId<string>(),
  };
  const ofAccount = { ...ofNoAccount, accountId };
  const reserve = (reserved: ReservedName, ownerStream: string, make: () => Promise<unknown>) =>
    withReservedNames(deps, [reserved], ownerStream, ofNoAccount, make);

  const account: CreateAccount = { type: 'createAccount', accountId, name };
  const person: RegisterUser = { type: 'registerUser', userId, email: address, firstName, lastName };
  const role: GrantUserRole = { type: 'grantUserRole', userRoleId, userId, accountId, roleType: 'ADMIN' };

  // 1. Whether it may be done at all.
  if (!new RegExp(formFields.accountName.pattern, 'u').test(name)) {
    throw new InvalidFields({ field: 'name', message: messages.unusableInAddress });
  }
  const isKnown = await operations.credentials.has(userId);
  const setsPassword = !isKnown || existingPerson === 'setPassword';
  if (setsPassword) await requireStrongPassword(deps, password, address);
  if (!isKnown && existingPerson === 'add') throw new OtherPerson(address, isKnown);
  if (isKnown && existingPerson === 'refuse') {
    const { state } = await eventLog.load(accountDecider, accountId);
    const isRepeat = state.exists && (await operations.credentials.verify(address, password)) === userId;
    if (!isRepeat) throw new OtherPerson(address, isKnown);
  }
  // 2. The account and the person, each after reserving its unique value.
  await reserve(accountNamed(name), `account-${accountId}`, () =>
    eventLog.handle(accountDecider, accountId, ({ exists }) => (exists ? null : account), ofAccount),
  );
  if (tier !== undefined) {
    await eventLog.handle(accountDecider, accountId, { type: 'changePlan', plan: planOf(tier) }, ofAccount);
  }
  await reserve({ kind: 'email', scope: 'global', value: address }, `user-${userId}`, () =>
    eventLog.handle(userDecider, userId, ({ exists }) => (exists ? null : person), ofNoAccount),
  );
  if (staff) await eventLog.handle(userDecider, userId, { type: 'grantStaffRight', userId }, ofNoAccount);
  // 3. The password comes before the role, so that nobody with a role cannot sign in.
  if (setsPassword) await operations.credentials.setPassword(userId, address, password);
  if (isKnown && setsPassword) {
    // Users who lost their phone and recovery codes get back in this way.
    await operations.secondFactors.turnOff(userId);
    await eventLog.handle(userDecider, userId, { type: 'turnTwoFactorOff', userId }, ofNoAccount);
  }
  await eventLog.handle(userRolesDecider, accountId, ({ roles }) => (roles.has(userRoleId) ? null : role), ofAccount);
  return { accountId, userId };
}
