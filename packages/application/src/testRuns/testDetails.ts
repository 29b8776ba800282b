import {
  agentProtocol,
  type BlobId,
  CodeFrames,
  Nullable,
  type ResultStatus,
  type TestId,
  TestSteps,
} from '@assay/contract';
import type { Blobs } from '@assay/operations';
import { ownFrames, type StackFrame } from '@assay/root-causes';
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

export function detailsKey(testId: TestId, attempt: number): string {
  return `${testId}.${attempt}`;
}

/** @returns the head of an error for an event, never cut inside a surrogate pair. */
export function headOfError(error: string): string {
  const length = agentProtocol.errorHead;
  if (error.length <= length) return error;
  const last = error.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return error.slice(0, splitsPair ? length - 1 : length);
}

/** @returns for an event the own frames of a failed attempt; left out where its texts name none */
export function framesOfAttempt({
  status,
  error,
  stackTrace,
}: {
  status: ResultStatus;
  error?: string | null;
  stackTrace?: string | null;
}): { frames?: StackFrame[] } {
  const frames = status !== 'PASS' ? ownFrames({ error: error ?? null, stack: stackTrace ?? null }) : [];
  return frames.length === 0 ? {} : { frames };
}

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
