import type { DeployKeyView } from '@assay/contract';
import type { AccountReader } from '../readers.ts';

export const deployKeyReads = {
  /** By the URL of their repository. */
  deployKeys: async ({ collections, accountId }: AccountReader): Promise<DeployKeyView[]> => {
    const found = await collections.deployKeys.find({ accountId, deleted: false }).sort({ gitUrl: 1 }).toArray();
    return found.map(({ deployKeyId: id, gitUrl, publicKey, createdAt, position, revision }) => {
      return { id, gitUrl, publicKey, createdAt, position, revision: String(revision) };
    });
  },
};
