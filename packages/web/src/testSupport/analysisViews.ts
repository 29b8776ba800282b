import type { ModelAnswer, ProblemId, RootCause, RunAnalysisView, RunOfCause, TestAnalysisView } from '@assay/contract';
import { positionAt, testRunView } from './views.ts';

const quota = { limit: 10, remaining: 7, resetsAt: '2026-12-01T00:00:00.000Z' };

export function runOfCause(number: number, change: Partial<RunOfCause> = {}): RunOfCause {
  return {
    testRunId: testRunView(number).id,
    number,
    at: '2026-11-22T13:31:00.000Z',
    branch: 'main',
    commit: '4e0b77159d1c',
    ...change,
  };
}

/** A cause with two tests of run r1. */
export function rootCauseView(change: Partial<RootCause> = {}): RootCause {
  const id = change.id ?? ('f1' as ProblemId);
  const tests = ['pays', 'ships'].map((name) => ({
    testRunTestId: `r1.${name}`,
    file: 'cart.spec.ts',
    name,
    analysisText: null,
  }));
  return {
    id,
    problemIds: [id],
    name: 'connect ECONNREFUSED <host>',
    description: 'Error: connect ECONNREFUSED <host>',
    kind: 'ENVIRONMENT',
    kindBy: 'RULES',
    testCount: 2,
    affectedTestRunTestAnalysis: tests,
    testRunTestIds: null,
    frame: { text: 'rates client.ts:12', testCount: 2 },
    runnerIds: [],
    firstSeen: null,
    isNew: true,
    seenBefore: null,
    reviewStatusId: null,
    ownerUserId: null,
    note: null,
    decidedBy: null,
    decidedAt: null,
    revision: '0',
    trackedIssues: [],
    model: null,
    ...change,
  };
}

/** The analysis of run r1: one cause by rules, and no model was asked. */
export function runAnalysisView(change: Partial<RunAnalysisView> = {}): RunAnalysisView {
  const causes = change.testRunAnalysisRootCauses ?? [rootCauseView()];
  return {
    testRunId: testRunView(1).id,
    status: 'NOT_REQUESTED',
    summary: null,
    failedCount: causes.reduce((sum, { testCount }) => sum + testCount, 0),
    flakyCauseCount: 0,
    flakyCount: 0,
    isRunning: false,
    wholeRun: [],
    testRunAnalysisRootCauses: causes,
    causeCount: causes.length,
    testRunTestAnalysis: [],
    isCoarse: false,
    requestedAt: null,
    requestedBy: null,
    completedAt: null,
    modelFailure: null,
    model: null,
    refusal: null,
    quota,
    outgoing: { characters: 11_240, causeCount: causes.length },
    position: positionAt(20),
    ...change,
  };
}

/** What a model says about the cause: one claim that cites two lines. */
export function modelAnswer(change: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    verdict: 'LIKELY',
    title: 'The rates service is down',
    claims: [
      {
        text: 'Every connection to the rates service is refused.',
        cites: [{ source: 'error of pays', firstLine: 3, lines: ['connect ECONNREFUSED', 'at rates (client.ts:12)'] }],
      },
    ],
    suggestions: [{ text: 'Restart the rates service.' }],
    droppedClaims: 1,
    rating: null,
    ...change,
  };
}

/** The analysis of test `adds` of run r1. */
export function testAnalysisView(change: Partial<TestAnalysisView> = {}): TestAnalysisView {
  return {
    id: 'r1.adds',
    status: 'NOT_REQUESTED',
    analysisText: null,
    formattedAnalysisText: null,
    cause: rootCauseView(),
    wholeRun: [],
    lastPassed: null,
    firstFailed: null,
    isFlaky: false,
    changes: [],
    notCompared: [],
    elsewhere: [],
    fixedBefore: null,
    suggestion: null,
    isFromCause: false,
    requestedAt: null,
    modelFailure: null,
    refusal: null,
    quota,
    position: positionAt(20),
    ...change,
  };
}
