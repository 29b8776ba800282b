import type { AccountId } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { Operations } from '@assay/operations';
import { isSameName } from '../reservations/reservedName.ts';

/** @returns an id derived from its purpose, so that a repeat finds what an earlier attempt created */
export function idFor<Id extends string>({ keys }: Pick<Operations, 'keys'>, ...what: string[]): Id {
  const hash = keys.hmac(JSON.stringify(['account creation', ...what]));
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as Id;
}

/**
 * @param person identifies the creator
 * @returns the id of the account that the person creates under the name. If they created one under it earlier and
 *   renamed it, this is a different one.
 */
export async function accountIdFor(
  { eventLog, operations }: { eventLog: EventLog; operations: Operations },
  name: string,
  person: string,
): Promise<AccountId> {
  const parts = ['account', name.toLowerCase(), person.toLowerCase()];
  for (let renamed = 0; ; renamed += 1) {
    const accountId = idFor<AccountId>(operations, ...parts, ...(renamed > 0 ? [String(renamed)] : []));
    const { state } = await eventLog.load(accountDecider, accountId);
    if (!state.exists || isSameName(state.name, name)) return accountId;
  }
}
