import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TestRunId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { testResultParams } from '../testRuns/testRunCalls.ts';
import { AnalysisRatingRequest, OutgoingAnalysis, RunAnalysisView, TestAnalysisView } from './analysisViews.ts';

const runParams = Type.Object({ id: TestRunId });
const runExample = { params: { id: exampleIds.testRun } };
const testExample = { params: { id: exampleIds.testRun, testId: exampleIds.test } };

export const analysisCalls = {
  getRunAnalysis: call({
    method: 'GET',
    path: '/test-runs/:id/analysis',
    summary: 'Why tests of a run failed: root causes by rules, and from a model where one was asked',
    permission: 'testRun.read',
    params: runParams,
    answer: RunAnalysisView,
    readsHistory: true,
    topic: topics.testRunAnalysis,
    example: runExample,
  }),
  requestRunAnalysis: call({
    method: 'POST',
    path: '/test-runs/:id/analysis',
    summary: 'Ask a model why tests of a run failed; one that was asked already answers with what it said',
    permission: 'analysis.request',
    params: runParams,
    answer: CommandAnswer,
    changes: [topics.testRunAnalysis],
    example: runExample,
  }),
  getOutgoingAnalysis: call({
    method: 'GET',
    path: '/test-runs/:id/analysis/outgoing',
    summary: 'What a request would send to the model',
    permission: 'testRun.read',
    params: runParams,
    answer: OutgoingAnalysis,
    readsHistory: true,
    example: runExample,
  }),
  rateAnalysis: call({
    method: 'PUT',
    path: '/test-runs/:id/analysis/rating',
    summary: "Say whether a model's answer helps",
    permission: 'analysis.rate',
    params: runParams,
    body: AnalysisRatingRequest,
    answer: CommandAnswer,
    changes: [topics.testRunAnalysis],
    example: { ...runExample, body: { rootCauseId: exampleIds.problem, rating: 'UP' } },
  }),
  getTestAnalysis: call({
    method: 'GET',
    path: '/test-runs/:id/results/:testId/analysis',
    summary: 'Why a test failed: its cause, what changed since it passed, how it was fixed before, and a suggestion',
    permission: 'testRun.read',
    params: testResultParams,
    answer: TestAnalysisView,
    readsHistory: true,
    topic: topics.testRunAnalysis,
    example: testExample,
  }),
  getOutgoingTestAnalysis: call({
    method: 'GET',
    path: '/test-runs/:id/results/:testId/analysis/outgoing',
    summary: 'What a request for a suggestion would send to the model',
    permission: 'testRun.read',
    params: testResultParams,
    answer: OutgoingAnalysis,
    readsHistory: true,
    example: testExample,
  }),
  requestTestAnalysis: call({
    method: 'POST',
    path: '/test-runs/:id/results/:testId/analysis',
    summary: 'Ask a model for a suggestion about a failed test',
    permission: 'analysis.request',
    params: testResultParams,
    answer: CommandAnswer,
    changes: [topics.testRunAnalysis],
    example: testExample,
  }),
};
