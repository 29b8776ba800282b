import { type BlobId, CodeFrames, detailsKey, Nullable, type TestId, TestSteps } from '@assay/contract';
import type { Blobs } from '@assay/operations';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const text = Nullable(Type.String());

/** The texts of one attempt of a test; they are too long for events. Code and steps came with a later version. */
export const TestTexts = Type.Object({
  error: text,
  stackTrace: text,
  output: text,
  processOutput: text,
  codeFrames: Type.Optional(CodeFrames),
  steps: Type.Optional(TestSteps),
});
export type TestTexts = Static<typeof TestTexts>;

/** A details blob: the texts of all tests that one post reported, by `<testId>.<attempt>`. */
const TestDetails = Type.Record(Type.String(), TestTexts);
export type TestDetails = Static<typeof TestDetails>;
const details = Compile(TestDetails);

/** @returns the texts; null when the blob is gone (retention) or is not a details blob. */
export async function readTestTexts(
  blobs: Pick<Blobs, 'read'>,
  blobId: BlobId,
  testId: TestId,
  attempt: number,
): Promise<TestTexts | null> {
  const content = await blobs.read(blobId);
  if (!content) return null;
  const parsed: unknown = JSON.parse(content.toString('utf8'));
  return details.Check(parsed) ? (parsed[detailsKey(testId, attempt)] ?? null) : null;
}
