import {
  type AccountId,
  type AccountPermission,
  type Call,
  isOfAccount,
  may,
  staffAccessIncludes,
  type UserId,
} from '@assay/contract';
import { isClosedWithoutTwoFactor } from '../accounts/twoFactor/isClosedWithoutTwoFactor.ts';
import type { Api } from '../api.ts';
import type { ErrorCode } from '../http/apiErrors.ts';
import { heldStaffAccess } from '../staff/heldStaffAccess.ts';

/** `of`: the stream category of the topic's thing; null for a topic without an id. */
type Declared = { permission: AccountPermission; of: string | null };

/** The topics that calls declare, by name. @throws when two calls declare one topic for different permissions. */
export function topicTable(calls: readonly Call[]): ReadonlyMap<string, Declared> {
  const table = new Map<string, Declared>();
  for (const { topic, permission, path } of calls) {
    if (topic === undefined) continue;
    const [name, of] = typeof topic === 'string' ? [topic, null] : [topic.topicName, topic.of];
    if (!isOfAccount(permission))
      throw new TypeError(`${path} declares the topic ${name} without an account permission`);
    const before = table.get(name);
    if (before && before.permission !== permission) {
      throw new TypeError(`the topic ${name} is declared for ${before.permission} and for ${permission}`);
    }
    table.set(name, { permission, of });
  }
  return table;
}

/** @returns why the person may not subscribe to the account's topic; null when they may. */
export async function refusalOf(
  api: Api,
  table: ReadonlyMap<string, Declared>,
  userId: UserId,
  { account, topic }: { account: AccountId; topic: string },
): Promise<ErrorCode | null> {
  const role = await api.readModels.roleOf(userId, account);
  const readsOnly = role === null && (await heldStaffAccess(api, userId, account)) !== null;
  if (role === null && !readsOnly) return 'notFound';
  if (await isClosedWithoutTwoFactor(api, userId, account)) return 'twoFactor.required';
  const [name = '', id] = topic.split(':');
  const declared = table.get(name);
  if (!declared || (declared.of === null) !== (id === undefined)) return 'notFound';
  const isAllowed = role
    ? may([{ role, accountId: account }], declared.permission, { accountId: account })
    : staffAccessIncludes(declared.permission);
  if (!isAllowed) return 'auth.forbidden';
  if (declared.of === null) return null;
  return (await api.owners.ownerOf(`${declared.of}-${id}`)) === account ? null : 'notFound';
}
