import { at, documentOf, documentsOf, recorded } from '../test/eventOf.ts';
import { finished, projectId, testRunId } from '../test/runEvents.ts';
import { imported, result, uploaded } from '../test/uploadEvents.ts';
import { importedResults } from './importedResults/importedResults.ts';
import { projectTests } from './projectTests/projectTests.ts';
import { testRunHistory } from './testRunHistory/testRunHistory.ts';
import { testRunSummaries } from './testRunSummaries/testRunSummaries.ts';
import { testRunTests } from './testRunTests/testRunTests.ts';

const failed = { status: 'FAIL' as const, durationMs: 5, error: 'no', hasDetails: true };
const passed = { status: 'PASS' as const, durationMs: 7, error: null, hasDetails: false };
const first = imported(0, { passed: 1, durationMs: 10 }, result('a'));
const second = imported(
  1,
  { passed: 1, flaky: 1, quarantinedFailed: 1, durationMs: 7, quarantinedDurationMs: 5 },
  result('b', { flaky: true, attempts: [failed, passed] }),
  result('c', { quarantined: true, attempts: [failed] }),
);
const story = [uploaded, first, second].map((event) => recorded(event));

describe('an uploaded run', () => {
  it('is running at once, with its tests counted, and counts results as they come', () => {
    expect(documentOf(testRunSummaries, story.slice(0, 1))).toMatchObject({
      status: 'RUNNING',
      commit: 'abc',
      totalCount: 3,
      quarantineTotalCount: 1,
      startTime: expect.any(String),
    });
    expect(documentOf(testRunSummaries, story).totals).toMatchObject({ passed: 2, flaky: 1, quarantinedFailed: 1 });
  });

  it('took as long as its tests say', () => {
    const run = documentOf(testRunSummaries, [...story, recorded(finished('PASS'))]);
    expect(run).toMatchObject({ status: 'PASS', durationMs: 22 });
  });

  it('is running again when more of it comes after it was cut off, and says each step in its history', () => {
    const resumed = { type: 'UploadResumed' as const, data: { testRunId } };
    const steps = [uploaded, first, finished('FAIL', 'Taking in was cut off'), second, resumed, finished('PASS')];
    const events = steps.map((event, second) => recorded(event, { at: at(second) }));
    const open = documentOf(testRunSummaries, events.slice(0, 5));
    expect(open).toMatchObject({ status: 'RUNNING', statusInfo: null, endTime: null, durationMs: null });
    expect(documentOf(testRunSummaries, events)).toMatchObject({ status: 'PASS', statusInfo: null, endTime: at(5) });
    const rows = [...documentsOf(testRunHistory, events).values()];
    expect(rows.map(({ value }) => value)).toEqual(['Uploaded', 'Failed', 'Running', 'Passed']);
  });

  it('has its tests chunk by chunk, each in its place', () => {
    const chunks = documentsOf(importedResults, story);
    expect([...chunks.keys()]).toEqual([`${testRunId}.0`, `${testRunId}.1`]);
    expect(chunks.get(`${testRunId}.1`)).toMatchObject({
      offset: 1,
      end: 3,
      flaky: 1,
      testIds: ['b', 'c'],
      details: 'blob',
      results: [
        { name: 'b', attempts: [failed, passed] },
        { name: 'c', quarantined: true },
      ],
    });
    expect(documentsOf(testRunTests, story).size).toBe(0);
  });

  it('is part of what the project knows of its tests', () => {
    const tests = documentsOf(projectTests, story);
    expect(tests.get(`${projectId}.c`)).toMatchObject({
      name: 'c',
      quarantine: null,
      recent: [{ testRunId, status: 'FAIL', durationMs: 5 }],
      failingSince: { testRunId },
    });
    expect(tests.get(`${projectId}.b`)).toMatchObject({
      recent: [{ status: 'PASS', flaky: true }],
      failingSince: null,
    });
  });

  it('says in its history that it was uploaded', () => {
    expect(documentOf(testRunHistory, story)).toMatchObject({ column: 'Status', value: 'Uploaded' });
  });
});
