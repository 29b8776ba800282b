import { analyticsCalls, environmentCalls, gateCalls, projectCalls } from '@assay/contract';
import { Type } from 'typebox';
import { linksOf, testName } from '../runs.ts';
import { Refused } from '../service.ts';
import { offset, project, tool } from '../tool.ts';
import { name } from '../untrusted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const flakyDays = { min: 1, max: 100, default: 30 } as const;

export const projectTools = [
  tool({
    name: 'list_projects',
    title: 'Projects and environments',
    description: 'The projects with their keys, repositories and frameworks, and the keys of the environments.',
    permission: 'project.read',
    input: Type.Object({ offset }),
    answer: async ({ offset: from = 0 }, service) => {
      const [projects, environments] = await Promise.all([
        service.ask(projectCalls.listProjects, {}),
        service.may('environment.read') ? service.ask(environmentCalls.listEnvironments, {}) : [],
      ]);
      const texts = projects.slice(from).map(({ key, name: title, gitUrl, testingFramework, defaultBranch }) => {
        const where = gitUrl === null ? 'no repository: results are uploaded' : name(gitUrl);
        return `- ${key}: ${name(title)}, ${testingFramework}, ${where}, default branch ${name(defaultBranch)}`;
      });
      const keys = environments.map(({ key, name: title }) => `${key} (${name(title)})`);
      return {
        head: keys.length > 0 ? [`Environments: ${keys.join(', ')}.`] : [],
        rows: { noun: 'project', texts, offset: from, total: projects.length },
      };
    },
  }),
  tool({
    name: 'flaky_tests',
    title: 'Flaky and broken tests',
    description: 'The flaky and broken tests of a project in the last days, the surest first, and what they cost.',
    permission: 'testRun.read',
    input: Type.Object({
      project,
      days: Type.Optional(
        Type.Integer({
          minimum: flakyDays.min,
          maximum: flakyDays.max,
          description: `${flakyDays.default} by default`,
        }),
      ),
      offset,
    }),
    answer: async ({ project: key, days = flakyDays.default, offset: from = 0 }, service) => {
      const projects = await service.ask(projectCalls.listProjects, {});
      const wanted = projects.find((one) => one.key === key || one.id === key);
      if (!wanted) throw new Refused(`There is no project ${key}: list_projects has their keys.`);
      const end = new Date();
      const start = new Date(end.getTime() - days * dayMs);
      const query = { start: start.toISOString(), end: end.toISOString(), projectId: wanted.id };
      const { tests, total, runsBlocked, runs } = await service.ask(analyticsCalls.getFlakyTestInfo, { query });
      const texts = tests.slice(from).map((one) => {
        const quarantine = one.quarantinedAt === null ? '' : ', quarantined';
        const seen = `${one.seen} of ${one.of} times from ${one.firstAt} to ${one.lastAt}`;
        return `- ${one.state}${one.evidence === null ? '' : ` (evidence ${one.evidence})`}: ${testName(one)}, test ${one.testId}: ${seen}, failed ${one.runsBlocked} runs${quarantine}`;
      });
      return {
        head: [
          `In the last ${days} days flaky tests failed ${runsBlocked} of ${runs} runs.`,
          'Evidence A: passed and failed on one commit; B: back and forth on the default branch; C: people called it flaky.',
        ],
        rows: { noun: 'test', texts, offset: from, total },
      };
    },
  }),
  tool({
    name: 'gate_of_commit',
    title: 'Does a commit pass?',
    description: 'Whether the runs of a commit let it pass (met, notMet, pending, noEvidence), and which runs say so.',
    permission: 'testRun.read',
    input: Type.Object({ project, commit: Type.String({ pattern: '^[0-9a-fA-F]{7,64}$' }), offset }),
    answer: async ({ project: id, commit, offset: from = 0 }, service) => {
      const gate = await service.ask(gateCalls.readGate, { params: { id }, query: { commit } });
      const link = await linksOf(service);
      const texts = gate.evidence.slice(from).map(({ title, environmentName, answer, reason, testRunId }) => {
        const where = environmentName === null ? '' : ` in ${name(environmentName)}`;
        const run = testRunId === null ? '' : `; testRun ${testRunId} ${link(`test-runs/${testRunId}`)}`;
        return `- ${answer}: ${name(title)}${where}: ${reason}${run}`;
      });
      return {
        head: [`${gate.answer}: ${gate.reason}.`],
        rows: { noun: 'run', texts, offset: from, total: gate.evidence.length },
      };
    },
  }),
];
