import { formFields, projectCalls, testRunCalls } from '@assay/contract';
import { Type } from 'typebox';
import { linksOf } from '../runs.ts';
import type { Service } from '../service.ts';
import { project, test, testRun, tool } from '../tool.ts';

async function started(service: Service, id: string) {
  const link = await linksOf(service);
  return {
    head: [
      `Started: testRun ${id}. ${link(`test-runs/${id}`)}`,
      'Ask find_test_runs or why_did_tests_fail for its result.',
    ],
  };
}

export const commandTools = [
  tool({
    name: 'run_tests',
    title: 'Run tests',
    description:
      "Starts a test run of a branch or commit on Assay's runners, of all tests or of those that filters name. It answers at once; the result comes later.",
    permission: 'testRun.write',
    changes: true,
    input: Type.Object({
      project,
      environment: Type.String({ minLength: 1, maxLength: 60, description: "the environment's key" }),
      branch: Type.Optional(Type.String({ ...formFields.branch, description: 'the default branch by default' })),
      commit: Type.Optional(Type.String({ ...formFields.ref, description: "the branch's newest by default" })),
      testFilters: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          maxItems: 50,
          description: "names of tests, or 'Regex: …' over file and name; all tests by default",
        }),
      ),
    }),
    answer: async ({ commit, ...rest }, service) => {
      const body = { ...rest, ...(commit === undefined ? {} : { ref: commit }) };
      const { id } = await service.ask(testRunCalls.createTestRun, { body });
      return started(service, id);
    },
  }),
  tool({
    name: 'rerun_failed_tests',
    title: 'Rerun failed tests',
    description: 'Runs the failed tests of a run again on the same commit, for instance to see whether they are flaky.',
    permission: 'testRun.write',
    changes: true,
    input: Type.Object({ testRun }),
    answer: async ({ testRun: id }, service) => {
      const params = { id };
      const answer = await service.ask(testRunCalls.rerunTestRun, { params, body: { rerunFailedTests: true } });
      return started(service, answer.id);
    },
  }),
  tool({
    name: 'quarantine_test',
    title: 'Quarantine a test',
    description:
      'Quarantines a flaky test: it still runs, but does not fail its runs. Only for tests that are flaky, never to hide a broken one.',
    permission: 'test.quarantine',
    changes: true,
    input: Type.Object({
      project,
      test,
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'what people read as the reason' }),
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 365, description: 'when it ends by itself; 14 by default' }),
      ),
    }),
    answer: async ({ project: id, test: testId, reason, days = 14 }, service) => {
      const until = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
      await service.ask(projectCalls.quarantineTest, { params: { id, testId }, body: { reason, until } });
      const link = await linksOf(service);
      return { head: [`Quarantined until ${until}.`], foot: [link(`projects/${encodeURIComponent(id)}/tests`)] };
    },
  }),
];
