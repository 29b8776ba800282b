import type { ArtifactView, TestResultView } from '@assay/contract';

export type Picture = ArtifactView & { caption: string; attempt: number };

/** @returns the screenshots of all attempts, in order; of several attempts each says which. */
export function picturesOf({ attemptsDetail }: Pick<TestResultView, 'attemptsDetail'>): Picture[] {
  return attemptsDetail.flatMap(({ attempt, screenShots }) =>
    screenShots.map((picture) => ({
      ...picture,
      attempt,
      caption: attemptsDetail.length > 1 ? `${picture.name}, attempt ${attempt}` : picture.name,
    })),
  );
}

/** @returns the same picture of the attempt before: what is called the same, or else what stands in the same place */
export function pictureBefore(pictures: readonly Picture[], picture: Picture): Picture | null {
  const ofAttempt = (attempt: number) => pictures.filter((other) => other.attempt === attempt);
  const earlier = ofAttempt(picture.attempt - 1);
  const place = ofAttempt(picture.attempt).indexOf(picture);
  return earlier.find(({ name }) => name === picture.name) ?? earlier[place] ?? null;
}
