import { InvalidFields, planIncludes } from '@assay/application';
import { type AccountId, countOf, messages, type TestRunId, type UploadAnswer } from '@assay/contract';
import { projectTestsDecider, testRunDecider } from '@assay/domain';
import { type AppendContext, newIdAt } from '@assay/event-log';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { renamedIdentities } from '../testRenames/renamedIdentities.ts';
import { importUpload } from './importUpload.ts';
import { contentOf, type ImportedRun, onceByContent } from './onceByContent.ts';
import type { ReceivedUpload } from './receiveUpload.ts';
import { type UploadReading, UploadTooLarge } from './uploadReading.ts';
import { type UploadTarget, uploadTarget } from './uploadTarget.ts';
import { whileImporting } from './whileImporting.ts';

export type UploadToTake = {
  accountId: AccountId;
  received: ReceivedUpload;
  folder: string;
  newRunId: TestRunId;
  /** Aborts reading when the uploader disconnects. */
  gone: AbortSignal;
};

/**
 * Makes a run from received files. Nothing is recorded before everything was read, so a refused upload leaves no trace.
 * @throws ApiError with the texts of the upload form
 */
export async function takeUpload(api: Api, upload: UploadToTake, context: AppendContext): Promise<UploadAnswer> {
  const { accountId, received, folder, gone } = upload;
  const begunAt = performance.now();
  const target = await uploadTarget(api, accountId, received.fields);
  const { ranAt } = target;
  // Statistics find a run by the time in its id.
  const newRunId = ranAt === null ? upload.newRunId : newIdAt<TestRunId>(new Date(ranAt));
  const asOf = ranAt === null ? context : { ...context, occurredAt: ranAt };
  if (received.files.length === 0) throw new InvalidFields({ field: 'file', message: messages.blank });
  const { projectId } = target.project;
  const [quarantined, renamed, keepsVideos] = await Promise.all([
    quarantinedIn(api, target),
    renamedIdentities(api, projectId),
    planIncludes(api, accountId, 'recordings'),
  ]);
  const { root, startedIn } = target;
  const files = { folder, files: received.files, root, startedIn };
  const order = { accountId, ...files, testRunId: newRunId, projectId, quarantined, renamed, keepsVideos };
  const reading = await readOrRefuse(api, order, gone);

  const importAs = (testRunId: TestRunId) =>
    whileImporting(api, testRunId, () =>
      importUpload(api, { accountId, testRunId, target, received, reading, folder }, asOf),
    );
  let run: ImportedRun;
  if (received.fields.get('onceByContent') === 'true' || ranAt !== null) {
    const content = contentOf(target, received);
    run = await onceByContent(api, { accountId, content, newRunId }, context, importAs);
  } else run = { testRunId: newRunId, repeated: false, position: (await importAs(newRunId)).position };

  const { unreadable, repaired, hints, duplicates } = reading;
  const leftOut = reading.leftOut.map(({ file }) => file);
  const answer = await runAnswer(api, run, begunAt);
  return { ...answer, repeated: run.repeated, unreadable, leftOut, repaired, hints, duplicates };
}

/** @param asOf a time of `performance.now()`: the run is answered as it was then or later */
async function runAnswer({ eventLog }: Api, { testRunId, position }: ImportedRun, asOf: number) {
  const { state, revision } = await eventLog.load(testRunDecider, testRunId, { asOf });
  if (state.status === 'none') throw new Error(`the run ${testRunId} is missing after its import`);
  const { totals, request, status } = state;
  const { passed, failed, ignored, notRun, flaky } = totals;
  const total = countOf(totals);
  const quarantined = total - passed - failed - ignored - notRun;
  const counts = { total, passed, failed, ignored, notRun, flaky, quarantined };
  const answer = await commandAnswer(eventLog, { id: testRunId, revision, position });
  return { ...answer, number: request.number, status, counts };
}

async function quarantinedIn({ eventLog }: Api, { project, ignoreQuarantine }: UploadTarget) {
  if (ignoreQuarantine) return [];
  const { state } = await eventLog.load(projectTestsDecider, project.projectId);
  return [...state.quarantined];
}

async function readOrRefuse(
  api: Api,
  order: Parameters<Api['uploadReader']['read']>[0],
  gone: AbortSignal,
): Promise<UploadReading> {
  let reading: UploadReading;
  try {
    reading = await api.uploadReader.read(order, gone);
  } catch (error) {
    if (error instanceof UploadTooLarge) throw new ApiError('upload.tooLarge', { message: error.message });
    throw error;
  }
  if (reading.testCount > 0) return reading;
  const { unreadable, leftOut, readable } = reading;
  if (unreadable.length === 0 && readable > 0) {
    throw new ApiError('upload.noResults', { errors: [{ field: 'file', message: messages.uploadNoResults }] });
  }
  const files = [...unreadable, ...leftOut.map((note) => ({ ...note, line: null, column: null }))];
  const errors = [{ field: 'file', message: messages.uploadNotJunit }];
  throw new ApiError('upload.notJunit', { errors, files });
}
