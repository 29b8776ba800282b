import { type AccountId, type AccountPermission, isOfAccount, roleMay, type UserId } from '@assay/contract';
import type { Api } from '../api.ts';
import type { ErrorCode } from '../http/apiErrors.ts';
import type { Route, RouteTopic } from '../http/route.ts';

type Declared = RouteTopic & { permission: AccountPermission };

/** The topics that routes declare, by name. @throws when two routes declare one topic for different permissions. */
export function topicTable(routes: readonly Route[]): ReadonlyMap<string, Declared> {
  const table = new Map<string, Declared>();
  for (const { topics = [], permission, url } of routes) {
    for (const topic of topics) {
      if (!isOfAccount(permission)) {
        throw new TypeError(`${url} declares the topic ${topic.name} and is no account's`);
      }
      const before = table.get(topic.name);
      if (before && before.permission !== permission) {
        throw new TypeError(`the topic ${topic.name} is declared for ${before.permission} and for ${permission}`);
      }
      table.set(topic.name, { ...topic, permission });
    }
  }
  return table;
}

/** @returns why the person may not hear the topic of the account; null when they may. */
export async function refusalOf(
  api: Api,
  table: ReadonlyMap<string, Declared>,
  userId: UserId,
  { account, topic }: { account: AccountId; topic: string },
): Promise<ErrorCode | null> {
  const role = await api.readModels.roleOf(userId, account);
  if (role === null) return 'notFound';
  const [name = '', id] = topic.split(':');
  const declared = table.get(name);
  if (!declared || (declared.isOwn === undefined) !== (id === undefined)) return 'notFound';
  if (!roleMay(role, declared.permission)) return 'auth.forbidden';
  if (declared.isOwn === undefined || id === undefined) return null;
  const models = api.readModels.of(account);
  return (await declared.isOwn(id, { api, models, accountId: account })) ? null : 'notFound';
}
