import type {
  AccountId,
  DeployId,
  DeployPage,
  EnvironmentId,
  EnvironmentView,
  ProjectId,
  ProjectView,
  UserView,
} from '@assay/contract';
import { type Decider, deployDecider, environmentDecider, projectDecider } from '@assay/domain';
import { type AppendContext, type EventLog, newId } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { Figure } from './figures.ts';
import { growLog } from './grownHistory.ts';
import { liveCollection } from './liveCollection.ts';
import { timedInTurns } from './samples.ts';
import type { Workbench } from './workbench.ts';

const projects = 10_000;
const environments = 1_000;
const deploys = 100_000;
const page = 25;
const samples = 100;
const warmUps = 10;
const inFlight = 48;
const aim = 50;

type Ids = { projectId: ProjectId; environmentId: EnvironmentId };

/** Writes copies of the bench's project and environment, and deploys of the one to the other. */
async function write(eventLog: EventLog, { projectId, environmentId }: Ids, context: AppendContext): Promise<void> {
  async function append<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
  ): Promise<void> {
    await eventLog.append(`${decider.category}-${id}`, -1, decider.decide(command, decider.initialState()), context);
  }
  /** Several at once, each the next of the numbers. */
  const each = async (count: number, one: (number: number) => Promise<void>) => {
    const numbers = Array.from({ length: count }, (_, index) => index).values();
    const take = async () => {
      for (const number of numbers) await one(number);
    };
    await Promise.all(Array.from({ length: inFlight }, take));
  };
  const { state: project } = await eventLog.load(projectDecider, projectId);
  if (project.status !== 'active') throw new Error('there is no project to copy');
  const { settings } = project;
  await each(projects - 1, (number) => {
    const id = newId() as ProjectId;
    const named = { key: `service-${number}`, name: `Service ${number}` };
    return append(projectDecider, id, { type: 'createProject', projectId: id, ...named, settings });
  });
  const { state: environment } = await eventLog.load(environmentDecider, environmentId);
  if (environment.status !== 'active') throw new Error('there is no environment to copy');
  await each(environments - 1, (number) => {
    const id = newId() as EnvironmentId;
    const named = { key: `region-${number}`, name: `Region ${number}` };
    const rest = { url: null, pipelineStageId: null, maximumParallelTestRuns: 0, variables: [] };
    return append(environmentDecider, id, { type: 'createEnvironment', environmentId: id, ...named, ...rest });
  });
  await each(deploys, (number) => {
    const deployId = newId() as DeployId;
    const version = { branch: 'main', commit: number.toString(16).padStart(40, '0'), build: null, buildName: null };
    return append(deployDecider, deployId, { type: 'createDeploy', deployId, projectId, environmentId, ...version });
  });
}

/** Milliseconds for the lists of an account with very many projects, environments and deploys. */
export async function measureManyThings(bench: Workbench): Promise<Figure[]> {
  const { projectId, environmentId } = (await bench.project()) as Ids;
  const before = await bench.caller();
  const accountId = before.accountId as AccountId;
  const { id } = await before.get<UserView>('/users/me');
  await growLog(bench, 'projects, environments and deploys', (eventLog) =>
    write(
      eventLog,
      { projectId, environmentId },
      {
        accountId,
        actor: { kind: 'user', id },
        occurredAt: new Date().toISOString(),
        $correlationId: newId(),
      },
    ),
  );
  const { get } = await bench.caller();

  const lists = [
    {
      name: `${projects.toLocaleString('en')} projects`,
      shown: async () => (await get<ProjectView[]>('/projects')).length,
      model: 'projects' as const,
      filter: { accountId },
      limit: projects,
    },
    {
      name: `${environments.toLocaleString('en')} environments`,
      shown: async () => (await get<EnvironmentView[]>('/environments')).length,
      model: 'environments' as const,
      filter: { accountId },
      limit: environments,
    },
    {
      name: `a page of ${page} of ${deploys.toLocaleString('en')} deploys`,
      shown: async () => (await get<DeployPage>(`/projects/${projectId}/deploys?limit=${page}`)).deploys.length,
      model: 'deploys' as const,
      filter: { accountId, projectId },
      limit: page,
    },
  ];
  const figures: Figure[] = [];
  for (const { name, shown, model, filter, limit } of lists) {
    const collection = await liveCollection(bench, model);
    const show = async () => {
      const count = await shown();
      if (count < limit) throw new Error(`${count} of ${limit} are shown`);
    };
    const find = () => collection.find(filter).sort({ _id: -1 }).limit(limit).toArray();
    figures.push({
      name: `the list of ${name}`,
      unit: 'ms',
      ...(await timedInTurns(show, find, { samples, warmUps })),
      floorIs: `one find of ${limit.toLocaleString('en')} documents by the driver`,
      aim,
      aimIsTail: true,
    });
  }
  return figures;
}
