import type { AccessAction, AccessLogFilter, AccountId, UserId } from '@assay/contract';
import type { Db, Filter } from 'mongodb';
import { v7 as uuid } from 'uuid';
import type { Clock } from '../clock.ts';

const keptSeconds = 365 * 24 * 3600;

/** Who came, and from where: what an access log needs beside the facts of the event log. */
export type Visit = {
  action: AccessAction;
  actor: { kind: 'user' | 'apiKey' | 'agent' | 'staff'; id: string };
  /** What it was about, such as the name of the key or token that was used. */
  about: string | null;
  /** More about it, such as the reason that staff gave. */
  detail?: string | null;
  address: string | null;
};

type VisitRow = Visit & {
  _id: string;
  /** Null: of nobody's account. */
  accountId: AccountId | null;
  at: Date;
};

/** Sign-ins, sign-outs and uses of keys, by account. Each is kept for a year. */
export type Visits = {
  /**
   * Notes a visit in each of the accounts. One of nobody's account is written too, where nobody reads it: how long it
   * takes does not tell whether a person exists.
   */
  note(accountIds: readonly AccountId[], visit: Visit): Promise<void>;
  /** Notes a visit the first time; one with the same key changes nothing. @param key unique; hexadecimal digits */
  noteOnce(key: string, accountId: AccountId, visit: Visit): Promise<void>;
  /** @returns the account's visits, newest first. */
  list(
    accountId: AccountId,
    filter: AccessLogFilter,
    limit: number,
  ): Promise<(Visit & { id: string; at: string; detail: string | null })[]>;
  /** @returns the visits of a person in every account, oldest first. */
  listOf(userId: UserId): Promise<(Omit<Visit, 'actor'> & { accountId: AccountId | null; at: string })[]>;
  /** Forgets where a person came from. That they came stays in the accounts' logs, under an id without a name. */
  forgetPlacesOf(userId: UserId): Promise<void>;
};

export async function openVisits(db: Db, now: Clock): Promise<Visits> {
  const rows = db.collection<VisitRow>('visits');
  await rows.createIndexes([
    { key: { accountId: 1, at: -1, _id: -1 } },
    { key: { at: 1 }, expireAfterSeconds: keptSeconds },
  ]);

  return {
    async note(accountIds, visit) {
      const of = accountIds.length > 0 ? accountIds : [null];
      await rows.insertMany(of.map((accountId) => ({ _id: uuid(), accountId, at: now(), ...visit })));
    },

    async noteOnce(key, accountId, visit) {
      const row = { accountId, at: now(), ...visit };
      await rows.updateOne({ _id: key }, { $setOnInsert: row }, { upsert: true });
    },

    async listOf(userId) {
      const found = await rows.find({ 'actor.id': userId }).sort({ at: 1 }).toArray();
      return found.map(({ accountId, at, action, about, address }) => ({
        accountId,
        at: at.toISOString(),
        action,
        about,
        address,
      }));
    },

    async forgetPlacesOf(userId) {
      await rows.updateMany({ 'actor.id': userId }, { $set: { address: null } });
    },

    async list(accountId, { actions, actorId, from, to, before }, limit) {
      const wanted: Filter<VisitRow>[] = [{ accountId }];
      if (actions) wanted.push({ action: { $in: [...actions] } });
      if (actorId !== null) wanted.push({ 'actor.id': actorId });
      if (from !== null) wanted.push({ at: { $gte: new Date(from) } });
      if (to !== null) wanted.push({ at: { $lte: new Date(to) } });
      if (before) {
        const at = new Date(before.at);
        wanted.push({ $or: [{ at: { $lt: at } }, { at, _id: { $lt: before.id } }] });
      }
      const found = await rows.find({ $and: wanted }).sort({ at: -1, _id: -1 }).limit(limit).toArray();
      return found.map(({ _id: id, action, actor, about, detail = null, address, at }) => ({
        id,
        action,
        actor,
        about,
        detail,
        address,
        at: at.toISOString(),
      }));
    },
  };
}
