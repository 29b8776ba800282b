import {
  type AccountId,
  type AgentId,
  type ApiKeyId,
  defaultProjectSettings,
  type EnvironmentId,
  keepAll,
  type RunnerPoolId,
  selfHostedPlan,
  type UserId,
  type UserRoleId,
} from '@assay/contract';
import type { DomainEvent } from '@assay/event-schemas';
import { at, documentOf, documentsOf, recorded } from '../test/eventOf.ts';
import { created, projectId, runnerCreated, runnerExited, testRunId } from '../test/runEvents.ts';
import { accounts } from './accounts/accounts.ts';
import { agents } from './agents/agents.ts';
import { environments } from './environments/environments.ts';
import { people } from './people/people.ts';
import { projects } from './projects/projects.ts';
import { runnerPools } from './runnerPools/runnerPools.ts';

const inOrder = (events: readonly DomainEvent[], stream?: string) =>
  events.map((event, second) => recorded(event, { at: at(second), revision: second, ...(stream ? { stream } : {}) }));

describe('an account', () => {
  const accountId = 'acme' as AccountId;

  const made: DomainEvent = { type: 'AccountCreated', data: { accountId, name: 'Acme' } };
  const ofAccount = (...events: DomainEvent[]) => inOrder(events, 'account-acme');

  it('counts its runs, whatever their outcome', () => {
    expect(documentOf(accounts, [...ofAccount(made), ...inOrder([created, created])])).toEqual({
      accountId,
      name: 'Acme',
      formerNames: [],
      plan: selfHostedPlan,
      aiOptOut: false,
      twoFactorRequired: false,
      ssoRoles: { sync: false, rules: [] },
      retention: keepAll,
      letsGo: false,
      setup: null,
      testRunCount: 2,
      billing: { customerId: null, subscription: null },
      revision: 0,
    });
  });

  it('has its latest name and knows those before, each once and without the present one', () => {
    const rename = (from: string, name: string): DomainEvent => ({
      type: 'AccountRenamed',
      data: { accountId, from, name },
    });
    const toBank = rename('Acme', 'Bank');
    expect(documentOf(accounts, ofAccount(made, toBank, rename('Bank', 'Corp')))).toMatchObject({
      name: 'Corp',
      formerNames: ['Acme', 'Bank'],
      revision: 2,
    });
    const back = ofAccount(made, toBank, rename('Bank', 'Acme'), toBank);
    expect(documentOf(accounts, back)).toMatchObject({ name: 'Bank', formerNames: ['Acme'] });
  });

  it('has the revision of its stream, whatever happened there', () => {
    const key: DomainEvent = { type: 'ApiKeyGenerated', data: { accountId, apiKeyId: 'k' as ApiKeyId, end: 'abcd' } };
    const out: DomainEvent = { type: 'AiOptOutChanged', data: { accountId, aiOptOut: true } };
    expect(documentOf(accounts, ofAccount(made, out, key))).toMatchObject({ aiOptOut: true, revision: 2 });
  });

  it('has the rules by which groups give roles', () => {
    const ssoRoles = {
      sync: true,
      rules: [{ provider: 'idp', claim: 'groups', value: 'qa', roleType: 'USER' as const }],
    };
    const changed: DomainEvent = { type: 'SsoRolesChanged', data: { accountId, ...ssoRoles } };
    expect(documentOf(accounts, ofAccount(made, changed))).toMatchObject({ ssoRoles, revision: 1 });
  });

  it('tells whether it asks for two-factor sign-in', () => {
    const asked: DomainEvent = { type: 'TwoFactorRequirementChanged', data: { accountId, required: true } };
    expect(documentOf(accounts, ofAccount(made))).toMatchObject({ twoFactorRequired: false });
    expect(documentOf(accounts, ofAccount(made, asked))).toMatchObject({ twoFactorRequired: true, revision: 1 });
  });

  it('tells how long it keeps things, and whether anything may go', () => {
    const to = { ...keepAll, attachmentsDays: 14 };
    const changed: DomainEvent = { type: 'RetentionChanged', data: { accountId, from: keepAll, to } };
    const back: DomainEvent = { type: 'RetentionChanged', data: { accountId, from: to, to: keepAll } };
    expect(documentOf(accounts, ofAccount(made))).toMatchObject({ retention: keepAll, letsGo: false });
    expect(documentOf(accounts, ofAccount(made, changed))).toMatchObject({ retention: to, letsGo: true });
    expect(documentOf(accounts, ofAccount(made, changed, back))).toMatchObject({ retention: keepAll, letsGo: false });
  });

  it('knows how far it is set up, if somebody has to', () => {
    const started: DomainEvent = { type: 'AccountSetupStarted', data: { accountId } };
    const finished = (step: string): DomainEvent => ({ type: 'AccountSetupStepFinished', data: { accountId, step } });
    const completed: DomainEvent = { type: 'AccountSetupCompleted', data: { accountId } };
    const events = [made, started, finished('Upload'), finished('Connect')];
    expect(documentOf(accounts, ofAccount(...events))).toMatchObject({ setup: ['Connect', 'Upload'], revision: 3 });
    expect(documentOf(accounts, ofAccount(...events, completed))).toMatchObject({ setup: null });
  });

  it('has the latest plan', () => {
    const plan = { ...selfHostedPlan, tier: 1, flags: [] };
    const changed: DomainEvent = { type: 'AccountPlanChanged', data: { accountId, plan } };
    const events = [...ofAccount(made, changed), ...inOrder([created])];
    expect(documentOf(accounts, events)).toMatchObject({ plan, testRunCount: 1 });
    expect(documentsOf(accounts, ofAccount(changed)).size).toBe(0);
  });

  it('is not created by a run', () => {
    expect(documentsOf(accounts, inOrder([created])).size).toBe(0);
  });
});

describe('a project', () => {
  const settings = { ...defaultProjectSettings, gitUrl: 'https://a.example', testingFramework: 'Playwright' as const };
  const made: DomainEvent & { type: 'ProjectCreated' } = {
    type: 'ProjectCreated',
    data: { projectId, key: 'shop', name: 'Shop', settings, gitCredentials: null },
  };
  const changed: DomainEvent[] = [
    { type: 'ProjectRenamed', data: { projectId, from: 'Shop', name: 'Web shop' } },
    {
      type: 'ProjectSettingChanged',
      data: { projectId, setting: 'recordVideo', from: true, to: false, gitCredentials: null },
    },
    { type: 'ProjectArchived', data: { projectId } },
  ];

  it('has the values of its last changes, with the revision of its own stream', () => {
    expect(documentOf(projects, inOrder([made]))).toMatchObject({
      archived: false,
      settings,
      createdAt: at(0),
      revision: 0,
    });
    expect(documentOf(projects, inOrder([made, ...changed]))).toMatchObject({
      name: 'Web shop',
      archived: true,
      settings: { ...settings, recordVideo: false },
      revision: 3,
    });
  });

  it('shows no credentials of old events, which have them in the URL of the repository', () => {
    const gitUrl = 'https://ada:s3cret@git.example.org/shop.git';
    const shown = 'https://***@git.example.org/shop.git';
    const old: DomainEvent = { ...made, data: { ...made.data, settings: { ...settings, gitUrl } } };
    expect(documentOf(projects, inOrder([old]))).toMatchObject({ settings: { gitUrl: shown } });
    const moved: DomainEvent = {
      type: 'ProjectSettingChanged',
      data: { projectId, setting: 'gitUrl', from: null, to: gitUrl, gitCredentials: null },
    };
    expect(documentOf(projects, inOrder([made, moved]))).toMatchObject({ settings: { gitUrl: shown } });
  });

  it('knows its last run, which does not change its revision', () => {
    const events = [...inOrder([made]), recorded(created, { revision: 9 })];
    expect(documentOf(projects, events)).toMatchObject({ lastTestRunId: testRunId, revision: 0 });
  });
});

describe('an environment', () => {
  const environmentId = 'staging' as EnvironmentId;
  const facts = {
    environmentId,
    key: 'staging',
    name: 'Staging',
    url: null,
    pipelineStageId: null,
    maximumParallelTestRuns: 0,
  };
  const made: DomainEvent = { type: 'EnvironmentCreated', data: facts };
  const set = (key: string, value: string): DomainEvent => ({
    type: 'EnvironmentVariableSet',
    data: { environmentId, key, value, encrypted: true, file: false },
  });

  it('holds each variable once, as stored in the log', () => {
    const removed: DomainEvent = { type: 'EnvironmentVariableRemoved', data: { environmentId, key: 'B' } };
    const { variables } = documentOf(
      environments,
      inOrder([made, set('A', 'enc:1'), set('B', 'enc:2'), set('A', 'enc:3'), removed]),
    );
    expect(variables).toEqual([{ key: 'A', value: 'enc:3', encrypted: true, file: false }]);
  });

  it('is as its last changes say', () => {
    const changes: DomainEvent[] = [
      { type: 'EnvironmentRenamed', data: { environmentId, from: 'Staging', name: 'Stage' } },
      { type: 'EnvironmentUrlChanged', data: { environmentId, from: null, url: 'https://a.example' } },
      { type: 'EnvironmentRunLimitChanged', data: { environmentId, from: 0, maximumParallelTestRuns: 2 } },
      { type: 'EnvironmentArchived', data: { environmentId } },
    ];
    expect(documentOf(environments, inOrder([made, ...changes]))).toMatchObject({
      name: 'Stage',
      url: 'https://a.example',
      maximumParallelTestRuns: 2,
      archived: true,
      revision: 4,
    });
  });
});

describe('a runner pool', () => {
  const runnerPoolId = 'large' as RunnerPoolId;
  const facts = { runnerPoolId, name: 'Large', runnerType: 'LINUX' as const, maxRunners: 4 };
  const made: DomainEvent = { type: 'RunnerPoolCreated', data: facts };
  const of = (event: DomainEvent, pool: string | null) =>
    ({ ...event, data: { ...event.data, runnerPoolId: pool } }) as DomainEvent;

  it('counts its own runners while they have not exited', () => {
    const two = [made, of(runnerCreated, runnerPoolId), of(runnerCreated, runnerPoolId)];
    expect(documentOf(runnerPools, inOrder([...two, of(runnerCreated, null)]))).toMatchObject({
      currentRunners: 2,
      revision: 0,
    });
    expect(documentOf(runnerPools, inOrder([...two, of(runnerExited, runnerPoolId)]))).toMatchObject({
      currentRunners: 1,
    });
  });

  it('has the values of its last changes, and is found by its current name', () => {
    const changes: DomainEvent[] = [
      { type: 'RunnerPoolRenamed', data: { runnerPoolId, from: 'Large', name: 'Larger' } },
      { type: 'RunnerPoolTypeChanged', data: { runnerPoolId, from: 'LINUX', runnerType: 'WINDOWS' } },
      { type: 'RunnerPoolMaximumChanged', data: { runnerPoolId, from: 4, maxRunners: 8 } },
      { type: 'RunnerPoolArchived', data: { runnerPoolId } },
    ];
    expect(documentOf(runnerPools, inOrder([made, ...changes]))).toMatchObject({
      name: 'Larger',
      nameKey: 'larger',
      runnerType: 'WINDOWS',
      maxRunners: 8,
      archived: true,
      revision: 4,
    });
  });
});

describe('a person', () => {
  const userId = 'ada' as UserId;
  const registered: DomainEvent = {
    type: 'UserRegistered',
    data: { userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'L' },
  };
  const granted: DomainEvent = {
    type: 'UserRoleGranted',
    data: { userRoleId: 'r1' as UserRoleId, userId, accountId: 'acme' as AccountId, roleType: 'ADMIN' },
  };

  it('has the roles that were granted', () => {
    expect(documentOf(people, inOrder([registered, granted]))).toMatchObject({
      email: 'ada@example.org',
      roles: [{ id: 'r1', accountId: 'acme', roleType: 'ADMIN' }],
    });
  });

  it('is staff once that was granted', () => {
    const staff: DomainEvent = { type: 'StaffRightGranted', data: { userId } };
    expect(documentOf(people, inOrder([registered]))).toMatchObject({ staff: false });
    expect(documentOf(people, inOrder([registered, staff]))).toMatchObject({ staff: true });
  });

  it('is the same after the erasure whether or not the key was there when the facts were read', () => {
    const staff: DomainEvent = { type: 'StaffRightGranted', data: { userId } };
    const erased: DomainEvent = { type: 'UserErased', data: { userId, reason: null, invitationIds: [] } };
    const unreadable: DomainEvent = {
      type: 'UserRegistered',
      data: { userId, email: '', firstName: '', lastName: '' },
    };
    const gone = documentOf(people, inOrder([registered, granted, staff, erased]));
    expect(gone).toMatchObject({ email: '', firstName: '', lastName: '', roles: [], staff: false, erased: true });
    expect(documentOf(people, inOrder([unreadable, granted, staff, erased]))).toEqual(gone);
  });

  it('is not created by a role', () => {
    expect(documentsOf(people, inOrder([granted])).size).toBe(0);
  });
});

describe('an agent', () => {
  const agentId = 'agent-1' as AgentId;
  const capabilities = { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null };
  const facts = { agentId, name: 'build-1', os: 'LINUX' as const, capacity: 4, pool: null, version: '1', capabilities };
  const registered: DomainEvent = { type: 'AgentRegistered', data: facts };
  const exited: DomainEvent = { type: 'AgentExited', data: { agentId, reason: 'silent', lastSeenAt: at(0) } };
  const returned: DomainEvent = { type: 'AgentReturned', data: { ...facts, capacity: 8 } };

  it('runs, exits, and returns with its new capabilities', () => {
    expect(documentOf(agents, inOrder([registered, exited]))).toMatchObject({ status: 'Exited', updatedAt: at(1) });
    expect(documentOf(agents, inOrder([registered, exited, returned]))).toMatchObject({
      status: 'Running',
      capacity: 8,
      createdAt: at(0),
      updatedAt: at(2),
    });
  });

  it('is asked to stop or replaced before it exits, and stays replaced', () => {
    const stop: DomainEvent = { type: 'AgentStopRequested', data: { agentId, staffReason: 'Ticket 4077' } };
    const successor = { replacedById: 'agent-2' as AgentId, staffReason: 'Ticket 4112' };
    const replaced: DomainEvent = { type: 'AgentReplaced', data: { agentId, ...successor } };
    expect(documentOf(agents, inOrder([registered, stop]))).toMatchObject({ status: 'Draining', replacedById: null });
    const deprecated = { status: 'Deprecated', replacedById: 'agent-2' };
    expect(documentOf(agents, inOrder([registered, replaced]))).toMatchObject(deprecated);
    expect(documentOf(agents, inOrder([registered, replaced, exited, returned]))).toMatchObject(deprecated);
    expect(documentOf(agents, inOrder([registered, replaced, exited]))).toMatchObject({ status: 'Exited' });
  });

  it('says since when, by whom and why it takes no more work, until it takes some again', () => {
    const stop: DomainEvent = { type: 'AgentStopRequested', data: { agentId, staffReason: 'Ticket 4077' } };
    const draining: DomainEvent = { type: 'AgentDrainingStarted', data: { agentId } };
    const departureAfter = (...events: DomainEvent[]) =>
      documentOf(agents, inOrder([registered, ...events]))?.departure;
    expect(departureAfter()).toBeNull();
    expect(departureAfter(draining)).toMatchObject({ since: at(1), order: null, exitedAt: null });
    expect(departureAfter(stop, exited)).toMatchObject({
      since: at(1),
      order: { kind: 'stop', reason: 'Ticket 4077' },
      exitedAt: at(2),
      isLost: true,
      lastSeenAt: at(0),
    });
    expect(departureAfter(stop, exited, returned)).toBeNull();
    const successor = { replacedById: 'agent-2' as AgentId, staffReason: 'Ticket 4112' };
    const replaced: DomainEvent = { type: 'AgentReplaced', data: { agentId, ...successor } };
    expect(departureAfter(replaced, exited, returned)).toMatchObject({ order: { kind: 'replace' }, exitedAt: null });
  });

  it('drains before it exits', () => {
    const draining: DomainEvent = { type: 'AgentDrainingStarted', data: { agentId } };
    expect(documentOf(agents, inOrder([registered, draining]))).toMatchObject({ status: 'Draining', updatedAt: at(1) });
    expect(documentOf(agents, inOrder([registered, draining, exited]))).toMatchObject({ status: 'Exited' });
  });

  it('counts its runners, and knows when the last one exited', () => {
    const workAfter = (...events: DomainEvent[]) =>
      Object.values(documentOf(agents, inOrder([registered, ...events]))?.work ?? {});
    expect(workAfter(runnerCreated, runnerCreated)).toEqual([{ nonExitedRunners: 2, lastTestRunCompletedAt: null }]);
    expect(workAfter(runnerCreated, runnerExited)).toEqual([{ nonExitedRunners: 0, lastTestRunCompletedAt: at(2) }]);
  });
});
