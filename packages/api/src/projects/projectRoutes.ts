import {
  archiveNamed,
  changeNamed,
  createNamed,
  InvalidFields,
  namedThings,
  previewQuarantine as previewDays,
  previewFlakyRules as previewRules,
  refusedNamesOf,
} from '@assay/application';
import {
  defaultProjectSettings,
  isTimeZone,
  limits,
  may,
  messages,
  type ProjectId,
  projectCalls,
  withoutGitCredentials,
} from '@assay/contract';
import { DomainError, projectDecider, projectTestsDecider } from '@assay/domain';
import { auditTrailOf } from '../auditTrail/auditTrailOf.ts';
import { refusalOfGitTarget } from '../git/gitAddresses.ts';
import type { ChooseFiles } from '../git/repositoryFiles.ts';
import { repositoryNameOf } from '../git/repositoryName.ts';
import { gitFailureOf } from '../git/repositorySource.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { requireRoom } from '../quotas/requireRoom.ts';
import { branchOfHead } from './branchOfHead.ts';
import { checkProjectSettings } from './checkProjectSettings.ts';
import { gitUrlOfNamed, withNamedRepository } from './namedRepository.ts';
import { quarantineTest } from './quarantineTest.ts';
import { repositoryOf } from './repositoryOf.ts';
import { withRuntimesOf } from './runtimesOfAgents.ts';
import { settingsAsked } from './settingsAsked.ts';
import { withAuthors } from './withAuthors.ts';

const dayMs = 86_400_000;

const listProjects = route(projectCalls.listProjects, ({ caller }) => caller.models.projects());

const createProject = route(
  projectCalls.createProject,
  async ({ api, body, caller, context, errors, newId }) => {
    await requireRoom(api, caller, 'projects');
    const { name, key, ...given } = await withNamedRepository(api, caller.accountId, body, null);
    const defaultBranch = given.defaultBranch ?? (await branchOfHead(api, caller.accountId, given.gitUrl ?? null));
    const settings = { ...defaultProjectSettings, ...given, defaultBranch };
    const projectId = newId<ProjectId>();
    const command = { type: 'createProject' as const, projectId, key, name, settings };
    const result = await createNamed(api, namedThings.project, projectId, command, context, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    checks: ({ api, body, caller }) => [
      async () =>
        checkProjectSettings(
          await withNamedRepository(api, caller.accountId, body, null),
          caller,
          api.config.gitAddresses,
        ),
    ],
    rest: ({ api, body, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.project, accountId, id: null, fields: body }),
  },
);

const maxBranches = 500;

const proposeProjects = route(
  projectCalls.proposeProjects,
  async ({ api, caller: { accountId, models }, body: { gitUrl, branch = null }, gone }) => {
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const begun = performance.now();
    const choose: ChooseFiles = (list, signal) => api.proposer.choose(accountId, list, signal);
    const looked = await api.repositories.lookAt({ accountId, gitUrl }, branch, choose, gone);
    const { list, texts, branches, ...found } = looked;
    const order = { list, texts, repository: repositoryNameOf(gitUrl) };
    const proposed = await api.proposer.propose(accountId, order, gone).catch((error: unknown) => {
      throw gitFailureOf(gitUrl, error, api.config.gitAddresses);
    });
    return {
      ...found,
      branches: branches.slice(0, maxBranches),
      tookMs: Math.round(performance.now() - begun),
      ...proposed,
      proposals: withRuntimesOf(await models.agents(), proposed.proposals),
    };
  },
);

const getProject = route(projectCalls.getProject, async ({ caller, params }) => {
  const project = await caller.models.project(params.id);
  if (!project) throw new DomainError('project.notFound');
  return project;
});

const getProjectStats = route(projectCalls.getProjectStats, async ({ caller, params }) => {
  const stats = await caller.models.projectStats(params.id, new Date());
  if (!stats) throw new DomainError('project.notFound');
  return stats;
});

const changeProject = route(
  projectCalls.changeProject,
  async ({ api, params: { id }, body, caller, context, errors, expectedRevision }) => {
    const { name, ...asked } = body;
    const settings = await settingsAsked(api, caller.accountId, id, asked);
    const command = { type: 'changeProject' as const, name, settings };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.project, id, command, seen, errors));
  },
  {
    checks: ({ api, params: { id }, body: { name: _, ...asked }, caller }) => [
      () => api.owners.requireOwn(`project-${id}`, caller.accountId, namedThings.project.notFound),
      async () =>
        checkProjectSettings(await settingsAsked(api, caller.accountId, id, asked), caller, api.config.gitAddresses),
    ],
    rest: ({ api, params: { id }, body, caller: { accountId } }) =>
      refusedNamesOf(api, {
        thing: namedThings.project,
        accountId,
        id,
        fields: body,
      }),
  },
);

const archiveProject = route(
  projectCalls.archiveProject,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveProject' as const };
    const result = await archiveNamed(api, namedThings.project, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const listProjectAudits = route(projectCalls.listProjectAudits, ({ api, params: { id }, caller }) =>
  auditTrailOf(api, caller, 'project', id),
);

const attachTestCode = route(
  projectCalls.attachTestCode,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, accountId, namedThings.project.notFound);
    const { state } = await api.eventLog.load(projectDecider, id);
    if (state.status !== 'active') throw new DomainError('project.notFound');
    if (state.settings.gitUrl !== null) throw new DomainError('project.hasTestCode');
    const { gitUrl, defaultBranch } = await withNamedRepository(api, accountId, body, null);
    if (!gitUrl) throw new InvalidFields({ field: 'gitUrl', message: messages.blank });
    const refusal = await refusalOfGitTarget(gitUrl, api.config.gitAddresses);
    if (refusal !== null) throw new InvalidFields({ field: 'gitUrl', message: refusal });
    const branch = defaultBranch ?? (await api.repositories.defaultBranch({ accountId, gitUrl }));
    const command = { type: 'changeProject' as const, settings: { gitUrl, defaultBranch: branch } };
    const seen = { ...context, expectedRevision };
    return commandAnswer(api.eventLog, await changeNamed(api, namedThings.project, id, command, seen, []));
  },
);

const listProjectTests = route(projectCalls.listProjectTests, async ({ caller, params }) => {
  const tests = await caller.models.projectTests(params.id, { quarantinedOnly: false });
  if (!tests) throw new DomainError('project.notFound');
  return tests;
});

const getTestHistory = route(projectCalls.getTestHistory, async ({ caller, params: { id, testId } }) => {
  const history = await caller.models.testHistory(id, testId);
  if (!history) throw new DomainError('project.notFound');
  return history;
});

const listQuarantinedTests = route(projectCalls.listQuarantinedTests, async ({ caller, params }) => {
  const tests = await caller.models.projectTests(params.id, { quarantinedOnly: true });
  if (!tests) throw new DomainError('project.notFound');
  return tests;
});

const listEndingQuarantines = route(projectCalls.listEndingQuarantines, async ({ caller }) => {
  if (caller.kind !== 'member') return [];
  const before = new Date(Date.now() + limits.quarantineNoticeDays * dayMs).toISOString();
  return await caller.models.endingQuarantines(caller.userId, before);
});

const previewFlakyRules = route(projectCalls.previewFlakyRules, async ({ caller, params, query, gone }) => {
  const { days = '30', ...changes } = query;
  const end = Date.now();
  const span = { start: end - Number(days) * dayMs, end };
  const facts = await caller.models.flakyRulesFacts(params.id, span, changes, gone);
  if (!facts) throw new DomainError('project.notFound');
  return previewRules(facts, span);
});

const previewQuarantine = route(projectCalls.previewQuarantine, async ({ caller, params, query }) => {
  const { days = '30', timeZone = 'UTC' } = query;
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  const end = Date.now();
  const span = { start: end - Number(days) * dayMs, end };
  const facts = await caller.models.quarantineFacts(params.id, span);
  if (!facts) throw new DomainError('project.notFound');
  return previewDays(facts, span, timeZone);
});

const dequarantineTest = route(
  projectCalls.dequarantineTest,
  async ({ api, params: { id, testId }, caller, context, expectedRevision }) => {
    await api.owners.requireOwn(`project-${id}`, caller.accountId, 'project.notFound');
    const result = await api.eventLog.handle(
      projectTestsDecider,
      id,
      { type: 'dequarantineTest', projectId: id, testId },
      { ...context, expectedRevision },
    );
    return commandAnswer(api.eventLog, result);
  },
);

/** Users see of a connected service what their projects read; administrators may add any repository as a project. */
const listRepositoryBranches = route(
  projectCalls.listRepositoryBranches,
  async ({ api, caller, query: { provider, owner, repo } }) => {
    const { accountId } = caller;
    const gitUrl = await gitUrlOfNamed(api, accountId, provider, owner, repo, 'provider');
    const role = caller.kind === 'member' ? caller.role : 'API_KEY';
    if (!may([{ role, accountId }], 'project.write', { accountId })) {
      const projects = await caller.models.projects();
      const bare = (url: string) => withoutGitCredentials(url).replace(/(\.git)?\/*$/, '');
      if (!projects.some((project) => project.gitUrl !== null && bare(project.gitUrl) === bare(gitUrl))) {
        throw new ApiError('notFound');
      }
    }
    return api.repositories.branches({ accountId, gitUrl });
  },
);

const listBranches = route(projectCalls.listBranches, async ({ api, caller, params }) =>
  api.repositories.branches(await repositoryOf(api, caller.accountId, params.id)),
);

const listCommits = route(projectCalls.listCommits, async (received) => {
  const { api, caller, params, query } = received;
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const commits = await api.repositories.commits(repository, query.branch ?? repository.defaultBranch);
  return withAuthors(commits, received);
});

const getCommit = route(projectCalls.getCommit, async (received) => {
  const { api, caller, params } = received;
  const repository = await repositoryOf(api, caller.accountId, params.id);
  const found = await api.repositories.commit(repository, params.commit);
  const [commit] = await withAuthors(found ? [found] : [], received);
  if (!commit) throw new ApiError('notFound');
  return commit;
});

export const projectRoutes: readonly Route[] = [
  listProjects,
  createProject,
  proposeProjects,
  getProject,
  getProjectStats,
  changeProject,
  archiveProject,
  listProjectAudits,
  attachTestCode,
  listProjectTests,
  getTestHistory,
  listQuarantinedTests,
  listEndingQuarantines,
  previewFlakyRules,
  previewQuarantine,
  quarantineTest,
  dequarantineTest,
  listRepositoryBranches,
  listBranches,
  listCommits,
  getCommit,
];
