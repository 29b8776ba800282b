import type { AccountId } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';

/** Limits how many uploads of an account one process has in progress: received, waiting, being read or recorded. */
export type UploadSlots = {
  /** @returns what ends the upload. @throws ApiError 429 `upload.tooMany` beyond the limit */
  take(accountId: AccountId): () => void;
};

const retryAfterSeconds = 10;

export function uploadSlots(perAccount: number): UploadSlots {
  const open = new Map<AccountId, number>();
  return {
    take: (accountId) => {
      const count = open.get(accountId) ?? 0;
      if (count >= perAccount) throw new ApiError('upload.tooMany', { retryAfterSeconds });
      open.set(accountId, count + 1);
      return () => {
        const left = (open.get(accountId) ?? 1) - 1;
        if (left > 0) open.set(accountId, left);
        else open.delete(accountId);
      };
    },
  };
}
