import { BackOff } from '@assay/concurrency';
import type { AuthorizationId } from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';

/** The tokens by which somebody lets an account use a service. */
export type ServiceGrant = {
  accessToken: string;
  /** Serves once at most services; null: the access token does not expire. */
  refreshToken: string | null;
  /** Of the access token, ISO 8601. */
  expiresAt: string | null;
};

type ServiceGrantRow = {
  _id: AuthorizationId;
  /** JSON, encrypted under the master key. */
  content: Binary;
  /** Nobody else renews it before. */
  renewingUntil: Date | null;
};

/** A process that is killed while it renews keeps the others waiting for so long. */
const renewMs = 30_000;
const wait = { first: 50, max: 1_000 };

/** Tokens that services replace every few hours; so they are here, and not in the log. */
export type ServiceGrants = {
  put(id: AuthorizationId, grant: ServiceGrant): Promise<void>;
  find(id: AuthorizationId): Promise<ServiceGrant | null>;
  /**
   * Renews a grant, in one process at a time: a refresh token that is used twice is taken for stolen.
   * @param isDue whether what is there by now still has to be renewed
   * @returns the grant that is valid then; null: it was dropped
   */
  renew(
    id: AuthorizationId,
    isDue: (grant: ServiceGrant) => boolean,
    ask: (grant: ServiceGrant) => Promise<ServiceGrant>,
  ): Promise<ServiceGrant | null>;
  drop(id: AuthorizationId): Promise<void>;
};

export function openServiceGrants(db: Db, ring: KeyRing, now: Clock): ServiceGrants {
  const rows = db.collection<ServiceGrantRow>(wrappedKinds.serviceGrants.collection);
  const contents = openWrappedThings(db, ring, wrappedKinds.serviceGrants);
  const bytesOf = (grant: ServiceGrant) => Buffer.from(JSON.stringify(grant));
  const opened = async ({ _id, content }: ServiceGrantRow): Promise<ServiceGrant> =>
    JSON.parse((await contents.open(_id, content)).toString());

  const put: ServiceGrants['put'] = async (_id, grant) => {
    await contents.storing(_id, bytesOf(grant), (content) =>
      rows.replaceOne({ _id }, { content, renewingUntil: null }, { upsert: true }),
    );
  };
  const find: ServiceGrants['find'] = async (_id) => {
    const row = await rows.findOne({ _id });
    return row ? opened(row) : null;
  };

  return {
    put,
    find,

    async renew(_id, isDue, ask) {
      const backOff = new BackOff(wait);
      for (;;) {
        const renewingUntil = after(now(), renewMs);
        const free = { _id, $or: [{ renewingUntil: null }, { renewingUntil: { $lte: now() } }] };
        const mine = await rows.findOneAndUpdate(free, { $set: { renewingUntil } }, { returnDocument: 'after' });
        if (mine) {
          const own = { _id, renewingUntil };
          try {
            const grant = await opened(mine);
            const valid = isDue(grant) ? await ask(grant) : grant;
            // Whoever connected the service again meanwhile has the last word.
            await contents.storing(_id, bytesOf(valid), (content) =>
              rows.updateOne(own, { $set: { content, renewingUntil: null } }),
            );
            return find(_id);
          } catch (error) {
            await rows.updateOne(own, { $set: { renewingUntil: null } });
            throw error;
          }
        }
        if ((await rows.countDocuments({ _id })) === 0) return null;
        await backOff.wait();
      }
    },

    async drop(_id) {
      await rows.deleteOne({ _id });
    },
  };
}
