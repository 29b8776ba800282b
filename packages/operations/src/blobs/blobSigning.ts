import { timingSafeEqual } from 'node:crypto';
import type { BlobId } from '@assay/contract';
import type { Clock } from '../clock.ts';

/** The contents of a signed URL: the blob's id from its path, the rest from its query. */
export type SignedBlobQuery = { blobId: string; name: string; type: string; expires: string; signature: string };

/** Signed URLs that let a browser read one blob for a while, without a session. */
export type BlobSigning = {
  /**
   * @returns `/api/blobs/<blobId>?name=…&type=…&expires=…&signature=…`. It is valid for at least that time and up to a
   * minute longer: within a minute a blob keeps its URL, for the browser's cache.
   */
  signUrl(blobId: BlobId, terms: { name: string; mediaType: string; expiresInSeconds: number }): string;
  /** @returns whether the URL was signed by this installation, unchanged, and has not expired. */
  verifySignature(query: SignedBlobQuery): boolean;
};

/** Signs addresses. While the master key is replaced, several signatures of a text are accepted. */
export type AddressSigner = {
  /** @returns hex */
  sign(text: string): string;
  accepted(text: string): readonly string[];
};

const roundToSeconds = 60;

export function openBlobSigning(signer: AddressSigner, now: Clock): BlobSigning {
  const textOf = (query: Omit<SignedBlobQuery, 'signature'>) =>
    JSON.stringify([query.blobId, query.name, query.type, query.expires]);

  return {
    signUrl(blobId, { name, mediaType, expiresInSeconds }) {
      const earliest = now().getTime() / 1000 + expiresInSeconds;
      const expires = String(Math.ceil(earliest / roundToSeconds) * roundToSeconds);
      const signature = signer.sign(textOf({ blobId, name, type: mediaType, expires }));
      const query = new URLSearchParams({ name, type: mediaType, expires, signature });
      return `/api/blobs/${blobId}?${query.toString()}`;
    },

    verifySignature(query) {
      const given = Buffer.from(query.signature);
      const isRight = signer.accepted(textOf(query)).some((signature) => {
        const right = Buffer.from(signature);
        return given.length === right.length && timingSafeEqual(given, right);
      });
      if (!isRight) return false;
      return now().getTime() / 1000 < Number(query.expires);
    },
  };
}
