import { readTestTexts } from '@assay/application';
import type { ArtifactPost, ArtifactView, TestAttemptView, TestResultView } from '@assay/contract';
import type { Operations } from '@assay/operations';
import type { AccountReads } from '@assay/projections';

type Found = NonNullable<Awaited<ReturnType<AccountReads['testResult']>>>;

/** Long enough to look at a page of pictures; reopening the page fetches new URLs. */
const usualAddressSeconds = 900;

/**
 * Fills in what the read model only references: the texts, from details blobs, and signed URLs for screenshots, videos
 * and files.
 * @param withFiles whether the reader may see files; they are left out otherwise
 * @param withVideos whether the plan includes recordings; otherwise they stay stored, and are not shown
 * @param addressSeconds how long the URLs work
 */
export async function completeTestResult(
  { blobs }: Pick<Operations, 'blobs'>,
  { view, details, artifacts }: Found,
  {
    withFiles,
    withVideos,
    addressSeconds = usualAddressSeconds,
  }: { withFiles: boolean; withVideos: boolean; addressSeconds?: number },
): Promise<TestResultView> {
  const show = ({ kind, name, size, mediaType, blobId }: ArtifactPost): ArtifactView => {
    const url = blobs.signUrl(blobId, { name, mediaType, expiresInSeconds: addressSeconds });
    return { kind, name, size, mediaType, url };
  };
  const complete = async (attempt: TestAttemptView): Promise<TestAttemptView> => {
    // What has expired may still be there, because something else has it too.
    const blobId = view.expired.details ? null : (details[attempt.attempt] ?? null);
    const texts = blobId ? await readTestTexts(blobs, blobId, view.testId, attempt.attempt) : null;
    const shown = view.expired.attachments || !withFiles ? [] : (artifacts[attempt.attempt] ?? []);
    return {
      ...attempt,
      error: texts?.error ?? attempt.error,
      stackTrace: texts?.stackTrace ?? null,
      output: texts?.output ?? null,
      processOutput: texts?.processOutput ?? null,
      codeFrames: texts?.codeFrames ?? [],
      steps: texts?.steps ?? [],
      screenShots: shown.filter(({ kind }) => kind === 'screenshot').map(show),
      videos: withVideos ? shown.filter(({ kind }) => kind === 'video').map(show) : [],
      files: shown.filter(({ kind }) => kind === 'file').map(show),
    };
  };
  return { ...view, attemptsDetail: await Promise.all(view.attemptsDetail.map(complete)) };
}
