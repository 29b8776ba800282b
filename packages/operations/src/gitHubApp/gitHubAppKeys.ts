import type { UserId } from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { isDuplicateKey } from '../duplicateKey.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';

/** The GitHub App that staff registered from within Assay, with what it signs and signs in by. */
export type RegisteredGitHubApp = {
  /** Of the GitHub that has it, without a slash at its end. */
  address: string;
  appId: string;
  /** Its name in the address of its page. */
  slug: string;
  name: string;
  /** Where its owner changes it. */
  settingsUrl: string;
  /** PEM. */
  privateKey: string;
  clientId: string;
  clientSecret: string;
  /** Signs what it tells; null: it tells nothing. */
  webhookSecret: string | null;
  /** ISO 8601. */
  registeredAt: string;
  registeredBy: UserId;
};

type GitHubAppRow = {
  _id: string;
  appId: string;
  /** JSON, encrypted under the master key. */
  content: Binary;
};

/** The one GitHub App of an installation; nothing of it is in the log but that it is there. */
export type GitHubAppKeys = {
  find(): Promise<RegisteredGitHubApp | null>;
  /** @returns false where there is one already, which stays */
  add(app: RegisteredGitHubApp): Promise<boolean>;
  /** @returns whether it was that app which is gone now */
  remove(appId: string): Promise<boolean>;
};

const only = 'gitHubApp';

export function openGitHubAppKeys(db: Db, ring: KeyRing): GitHubAppKeys {
  const rows = db.collection<GitHubAppRow>(wrappedKinds.gitHubApp.collection);
  const contents = openWrappedThings(db, ring, wrappedKinds.gitHubApp);
  return {
    async find() {
      const row = await rows.findOne({ _id: only });
      if (row === null) return null;
      return JSON.parse((await contents.open(only, row.content)).toString()) as RegisteredGitHubApp;
    },

    async add(app) {
      try {
        await contents.storing(only, Buffer.from(JSON.stringify(app)), (content) =>
          rows.insertOne({ _id: only, appId: app.appId, content }),
        );
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    remove: async (appId) => (await rows.deleteOne({ _id: only, appId })).deletedCount === 1,
  };
}
