import { timingSafeEqual } from 'node:crypto';
import type { BlobId } from '@assay/contract';
import type { Clock } from '../clock.ts';
import type { MasterKey } from '../keys/masterKey.ts';

/** What a signed address says: the blob's id from its path, the rest from its query. */
export type SignedBlobQuery = { blobId: string; name: string; type: string; expires: string; signature: string };

/** Addresses under which a browser may read one blob for a while, without a session of its own. */
export type BlobSigning = {
  /**
   * @returns `/api/blobs/<blobId>?name=…&type=…&expires=…&signature=…`. It holds for that time at least and up to a
   * minute longer: within a minute the same blob has the same address, so that the browser's cache finds it again.
   */
  signUrl(blobId: BlobId, terms: { name: string; mediaType: string; expiresInSeconds: number }): string;
  /** @returns whether the address was signed here, as it is, and has not expired. */
  verifySignature(query: SignedBlobQuery): boolean;
};

const roundToSeconds = 60;

export function openBlobSigning(masterKey: MasterKey, now: Clock): BlobSigning {
  const sign = (query: Omit<SignedBlobQuery, 'signature'>) =>
    masterKey.hmac('blob address', JSON.stringify([query.blobId, query.name, query.type, query.expires]));

  return {
    signUrl(blobId, { name, mediaType, expiresInSeconds }) {
      const earliest = now().getTime() / 1000 + expiresInSeconds;
      const expires = String(Math.ceil(earliest / roundToSeconds) * roundToSeconds);
      const signature = sign({ blobId, name, type: mediaType, expires });
      const query = new URLSearchParams({ name, type: mediaType, expires, signature });
      return `/api/blobs/${blobId}?${query.toString()}`;
    },

    verifySignature(query) {
      const right = Buffer.from(sign(query));
      const given = Buffer.from(query.signature);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      return now().getTime() / 1000 < Number(query.expires);
    },
  };
}
