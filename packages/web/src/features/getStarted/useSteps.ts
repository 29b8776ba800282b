import { finishedStatuses, type TestRunView } from '@assay/contract';
import { useIncludes, useMay } from '../../connection/currentUser.ts';
import {
  useListAgentsQuery,
  useListApiKeysQuery,
  useListEnvironmentsQuery,
  useListInvitationsQuery,
  useListProjectsQuery,
  useListTestRunsQuery,
  useListUserRolesQuery,
} from '../../connection/serviceHooks.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import type { Query } from '../../ui/Loaded.tsx';

export type Step = {
  title: string;
  /** What it is for, or what is there once it is done. */
  detail: string;
  isDone: boolean;
  /** Where it is done, below the account; null for who may not do it. */
  action: { label: string; to: string } | null;
};

export type Steps = {
  firstVerdict: readonly Step[];
  team: readonly Step[];
};

const oneRun = { query: { limit: 1 } };
const oneFinished = { query: { limit: 1, status: finishedStatuses.join(',') } };

const named = (things: readonly { name: string }[], noun: string) =>
  things.length === 1 ? (things[0]?.name ?? '') : counted(things.length, noun);

const runNamed = ({ project, number }: TestRunView) => `${project.name} #${number}`;

/**
 * What a new account does first. Nothing is ticked by hand: each step is done when what it makes is there, whoever made
 * it and however. All that it reads is live.
 * @returns all that is looked up for it, as one query
 */
export function useSteps(): Query<Steps> {
  const [mayAddEnvironment, mayAddProject] = [useMay('environment.write'), useMay('project.write')];
  const [mayConnect, mayInvite, mayMakeKeys] = [
    useMay('agent.write'),
    useMay('invitation.write'),
    useMay('apiKey.write'),
  ];
  const mayRun = useIncludes('ownRunners');
  const queries = {
    environments: useListEnvironmentsQuery(),
    agents: useListAgentsQuery(),
    projects: useListProjectsQuery(),
    newest: useListTestRunsQuery(oneRun),
    finished: useListTestRunsQuery(oneFinished),
    people: useListUserRolesQuery(),
  };
  const { data: invitations } = useListInvitationsQuery(undefined, { skip: !mayInvite });
  const { data: keys } = useListApiKeysQuery(undefined, { skip: !mayMakeKeys });
  const all = Object.values(queries);
  const failed = all.filter(({ error }) => error !== undefined);
  const state = {
    error: failed[0]?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
  const [environments, agents, projects] = [queries.environments.data, queries.agents.data, queries.projects.data];
  const [newest, finished, people] = [queries.newest.data, queries.finished.data, queries.people.data];
  if (!environments || !agents || !projects || !newest || !finished || !people) return state;

  const connected = agents.filter(({ status }) => status === 'Running');
  const [run] = newest.testRuns;
  const [ended] = finished.testRuns;
  const others = people.length - 1 + (invitations?.length ?? 0);
  const steps: Steps = {
    firstVerdict: [
      {
        title: 'Connect an agent',
        detail:
          connected.length > 0 ? named(connected, 'agent') : 'It runs the tests, on any machine with Node and git',
        isDone: connected.length > 0,
        action: mayConnect ? { label: 'Add agent', to: 'agents' } : null,
      },
      {
        title: 'Connect a repository',
        detail:
          projects.length > 0 ? named(projects, 'project') : 'By its git URL: how its tests are run is found in it',
        isDone: projects.length > 0,
        action: mayAddProject ? { label: 'Add project', to: 'projects/new' } : null,
      },
      {
        title: 'Add an environment',
        detail:
          environments.length > 0
            ? named(environments, 'environment')
            : 'What tests run against, with its variables; a first run adds one',
        isDone: environments.length > 0,
        action: mayAddEnvironment ? { label: 'Add environment', to: 'environments/new' } : null,
      },
      {
        title: 'See a first test run finish',
        detail: ended ? runNamed(ended) : run ? `${runNamed(run)} is under way` : 'Every test live, with its output',
        isDone: ended !== undefined,
        action: run
          ? { label: 'Watch it', to: `test-runs/${run.id}` }
          : mayRun
            ? { label: 'New Test Run', to: 'test-runs?new' }
            : null,
      },
    ],
    team: [
      {
        title: 'Invite a colleague',
        detail:
          others > 0
            ? `${counted(others, 'person', 'people')} besides you`
            : 'By mail, or by a link that you hand over',
        isDone: others > 0,
        action: mayInvite ? { label: 'Invite', to: 'settings/users' } : null,
      },
      ...(keys
        ? [
            {
              title: 'Make a key for your CI',
              detail: keys.length > 0 ? named(keys, 'key') : 'Jobs start runs and upload results with it',
              isDone: keys.length > 0,
              action: { label: 'Add key', to: 'settings/api-keys' },
            },
          ]
        : []),
    ],
  };
  return { ...state, currentData: steps };
}
