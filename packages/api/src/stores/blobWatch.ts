import type { Blobs } from '@assay/operations';

/** Each check of a bucket is a paid request, and the health endpoint is public. */
const askEveryMs = 10_000;
/** A bucket that takes longer to answer counts as away. */
const answerWithinMs = 2_500;

export type BlobWatch = {
  /** @returns whether the blob store answered recently */
  look(): Promise<'ok' | 'away'>;
};

/** Knows whether blobs can be read and written: files of the data folder, or a bucket. */
export function watchBlobs(blobs: Pick<Blobs, 'answers'>, now: () => number = () => performance.now()): BlobWatch {
  let status: Promise<'ok' | 'away'> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<'ok' | 'away'> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, answerWithinMs, false);
    });
    const answers = await Promise.race([blobs.answers(), tooLate]);
    clearTimeout(timer);
    return answers ? 'ok' : 'away';
  }

  return {
    look: () => {
      if (status === null || now() - askedAt >= askEveryMs) {
        askedAt = now();
        status = ask();
      }
      return status;
    },
  };
}
