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

/** `until`: when the topic is closed to the person by time, ISO 8601; null: never. */
export type TopicAccess = { refusal: ErrorCode } | { refusal: null; until: string | null };

/** @returns whether, and until when, the person may subscribe to the account's topic */
export async function topicAccessOf(
  api: Api,
  table: ReadonlyMap<string, Declared>,
  userId: UserId,
  { account, topic }: { account: AccountId; topic: string },
): Promise<TopicAccess> {
  const membership = await api.readModels.membershipOf(userId, account);
  const access = membership ? null : await heldStaffAccess(api, userId, account);
  if (!membership && !access) return { refusal: 'notFound' };
  if (await isClosedWithoutTwoFactor(api, userId, account)) return { refusal: 'twoFactor.required' };
  const [name = '', id] = topic.split(':');
  const declared = table.get(name);
  if (!declared || (declared.of === null) !== (id === undefined)) return { refusal: 'notFound' };
  const isAllowed = membership
    ? may([{ role: membership.roleType, accountId: account }], declared.permission, { accountId: account })
    : staffAccessIncludes(declared.permission);
  if (!isAllowed) return { refusal: 'auth.forbidden' };
  const isOwn = declared.of === null || (await api.owners.ownerOf(`${declared.of}-${id}`)) === account;
  if (!isOwn) return { refusal: 'notFound' };
  return { refusal: null, until: membership ? membership.staffUntil : (access?.until ?? null) };
}
