import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { recordTestRun, type WantedTestRun } from '@assay/application';
import { type AccountId, addTotals, type BlobId, limits, noTotals, type TestRunId, type Totals } from '@assay/contract';
import { type ImportTestResults, testResultsDecider, testRunDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { StorageOwner } from '@assay/operations';
import type { Api } from '../api.ts';
import type { UnreadableFile } from '../http/apiErrors.ts';
import { chunkFile, detailsFile, type UploadedResult } from './chunkWriter.ts';
import type { ReceivedUpload } from './receiveUpload.ts';
import { uploadLimits } from './uploadLimits.ts';
import type { FileNote, UploadReading } from './uploadReading.ts';
import type { UploadTarget } from './uploadTarget.ts';

/** Maximum characters of a run's status info about unreadable files. */
const maxInfoLength = 1_500;
/** Notes that a run keeps about its files, and characters of each. */
const maxNotes = 100;
const maxNoteFile = 300;
const maxNoteLength = 500;

type RunOwner = Omit<StorageOwner, 'kind'>;

export type ReadUpload = {
  accountId: AccountId;
  testRunId: TestRunId;
  target: UploadTarget;
  received: ReceivedUpload;
  reading: UploadReading;
  folder: string;
};

/**
 * Records an upload as a run: creates it with its counts, records its results chunk by chunk, and finishes it with its
 * verdict. Steps already done change nothing, so a repeat resumes where it stopped.
 */
export async function importUpload(api: Api, upload: ReadUpload, context: AppendContext): Promise<CommandResult> {
  const { testRunId, reading } = upload;
  // 1. Blobs come before the events that reference them.
  const { accountId, target } = upload;
  const owner = { accountId, projectId: target.project.projectId, id: testRunId };
  const texts = await textsOf(upload, 0);
  await Promise.all([storeBlobs(api, upload, owner), storeTexts(api, texts, owner)]);
  // 2. The run, running.
  await recordTestRun(api, testRunId, wantedRun(upload), context);
  // 3. Its results. The texts of a chunk are stored while the one before is recorded.
  const { chunks } = reading;
  for (const [number, chunk] of chunks.entries()) {
    const [{ events }] = await Promise.all([
      importChunk(api, upload, number, chunk, context),
      textsOf(upload, number + 1).then((next) => storeTexts(api, next, owner)),
    ]);
    // Only now is it certain that the rest continues what was recorded before the upload was cut off. The verdict, which
    // follows the last chunk, resumes the run as well.
    const isResumed = events.length > 0 && number < chunks.length - 1;
    if (isResumed) await api.eventLog.handle(testRunDecider, testRunId, { type: 'resumeUpload' }, context);
  }
  // 4. Its verdict.
  const totals = chunks.reduce((sum, chunk) => addTotals(sum, chunk.totals), noTotals);
  const problem = problemOf(reading.unreadable) ?? commandProblem(target.exitCode, totals);
  return api.eventLog.handle(testRunDecider, testRunId, { type: 'finishUpload', totals, problem }, context);
}

async function storeBlobs(
  { operations: { blobs, storage } }: Api,
  { reading, received }: ReadUpload,
  owner: RunOwner,
): Promise<void> {
  const files = received.files.map(({ sha256, size }) => ({ blobId: sha256, size }));
  await storage.hold({ ...owner, kind: 'attachments' }, [...reading.artifacts, ...files]);
  for (const { path, blobId } of reading.artifacts) {
    await blobs.putStream(createReadStream(path), { expected: blobId, limit: uploadLimits.artifactBytes });
  }
  for (const { path, sha256 } of received.files) {
    await blobs.putStream(createReadStream(path), { expected: sha256, limit: uploadLimits.requestBytes });
  }
}

type Texts = { blobId: BlobId; content: Buffer };

/** @returns the texts of a chunk; null if it has none or does not exist */
async function textsOf({ reading, folder }: ReadUpload, chunk: number): Promise<Texts | null> {
  const blobId = reading.chunks[chunk]?.details ?? null;
  return blobId && { blobId, content: await readFile(detailsFile(folder, chunk)) };
}

async function storeTexts(
  { operations: { blobs, storage } }: Api,
  texts: Texts | null,
  owner: RunOwner,
): Promise<void> {
  if (texts === null) return;
  const { blobId, content } = texts;
  await storage.hold({ ...owner, kind: 'details' }, [{ blobId, size: content.length }]);
  await blobs.put(content);
}

async function importChunk(
  { eventLog }: Api,
  { testRunId, target, folder }: ReadUpload,
  chunk: number,
  { offset, details, totals }: UploadReading['chunks'][number],
  context: AppendContext,
): Promise<CommandResult> {
  // Written by our own reader; the event's schema is checked on append.
  const results: UploadedResult[] = JSON.parse(await readFile(chunkFile(folder, chunk), 'utf8'));
  const { projectId } = target.project;
  const command: ImportTestResults = {
    type: 'importTestResults',
    testRunId,
    projectId,
    chunk,
    offset,
    details,
    totals,
    results,
  };
  // The stream is read only if the upload is a repeat.
  const options = chunk === 0 ? { ...context, isNew: true as const } : context;
  return eventLog.handle(testResultsDecider, testRunId, command, options);
}

/** A run's settings, as far as they apply to results that already exist. */
function wantedRun({ target, received, reading }: ReadUpload): WantedTestRun {
  const { project, environmentId, branch, commit, pipelineStageId, ignoreQuarantine, ranAt } = target;
  const { settings, projectId } = project;
  const { testCount, quarantinedCount } = reading;
  const files = received.files.map(({ name, size, sha256 }) => ({ name: name || 'results', size, blobId: sha256 }));
  return {
    projectId,
    environmentId,
    pipelineStageId,
    branch,
    ref: commit,
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
    copies: 1,
    maxRunners: 1,
    parallelizeByFile: settings.defaultToParallelizeByFile,
    testTimeoutSeconds: settings.testTimeoutSeconds,
    timeoutMinutes: settings.testRunTimeoutMinutes,
    retryFailedTests: false,
    ignoreQuarantine,
    recordVideo: false,
    priority: limits.priority.default,
    playwrightProject: null,
    rerunOf: null,
    build: null,
    testSuiteId: null,
    deployId: null,
    attributes: [...target.attributes],
    upload: { commit, testCount, quarantinedCount, files, notes: notesOf(reading), ...(ranAt !== null && { ranAt }) },
  };
}

/** What a reader of the run should know of its files, besides what could not be read. */
function notesOf({ repaired, hints, duplicates, leftOut }: UploadReading): FileNote[] {
  const notes = [
    ...repaired.map(({ file, message }) => ({ file, message: `Repaired: ${message}` })),
    ...hints,
    ...duplicates.map(({ file, of }) => ({ file, message: `Not counted again: ${of} holds the same results.` })),
    ...leftOut.map(({ file, message }) => ({ file, message: `Left out: ${message}.` })),
  ];
  const more = notes.length - maxNotes;
  const shown = more > 0 ? [...notes.slice(0, maxNotes - 1), { file: '', message: `… and ${more + 1} more.` }] : notes;
  return shown.map(({ file, message }) => ({
    file: file.slice(-maxNoteFile),
    message: message.slice(0, maxNoteLength),
  }));
}

function problemOf(unreadable: readonly UnreadableFile[]): { code: string; message: string } | null {
  if (unreadable.length === 0) return null;
  const places = unreadable.map(({ file, line, column, message }) =>
    line === null ? `${file}: ${message}` : `${file}, line ${line}, column ${column}: ${message}`,
  );
  const list = places.join('\n').slice(0, maxInfoLength);
  return { code: 'upload.unreadable', message: `Results are missing, because not every file could be read.\n${list}` };
}

/** What failed a command shows in its tests, or else in its exit code alone. */
function commandProblem(exitCode: number | null, { failed, quarantinedFailed }: Totals) {
  if (exitCode === null || exitCode === 0 || failed + quarantinedFailed > 0) return null;
  const message = `The command ended with exit code ${exitCode}, but no test in its reports failed. Its output says why.`;
  return { code: 'upload.commandFailed', message };
}
