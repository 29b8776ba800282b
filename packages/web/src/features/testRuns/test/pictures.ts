import type { ArtifactView, TestResultView } from '@assay/contract';

export type Picture = ArtifactView & { caption: string };

/** @returns the screenshots of all attempts, in order; of several attempts each says which. */
export function picturesOf({ attemptsDetail }: Pick<TestResultView, 'attemptsDetail'>): Picture[] {
  return attemptsDetail.flatMap(({ attempt, screenShots }) =>
    screenShots.map((picture) => ({
      ...picture,
      caption: attemptsDetail.length > 1 ? `${picture.name}, attempt ${attempt}` : picture.name,
    })),
  );
}
