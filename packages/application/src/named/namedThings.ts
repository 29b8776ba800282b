import {
  type Decider,
  type DomainErrorCode,
  environmentDecider,
  pipelineStageDecider,
  projectDecider,
  type ReservationKind,
  runnerPoolDecider,
  teamDecider,
  testPlanDecider,
  testSuiteDecider,
  workflowDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';

/** The fields of a thing that must be unique among those in use. */
export type UniqueField = 'name' | 'key';

type InUse = { status: 'active'; name: string; key?: string; projectId?: string };
type Archived = { status: 'archived'; name: string; key?: string; projectId?: string };

/** The states of every named thing. An archived thing keeps the names that it released. */
export type NamedState = { status: 'none' } | InUse | Archived;

/** A kind of thing that people create with a name, rename and archive. */
export type NamedThing<State extends NamedState, Command, Event extends DomainEvent> = {
  decider: Decider<State, Command, Event>;
  unique: readonly UniqueField[];
  /** Where names are unique: in the account, or in the thing's project. */
  within: 'account' | 'project';
  notFound: DomainErrorCode;
  stateOf(eventLog: Pick<EventLog, 'load'>, id: string): Promise<State>;
};

function named<State extends NamedState, Command, Event extends DomainEvent>(
  thing: Omit<NamedThing<State, Command, Event>, 'stateOf'>,
): NamedThing<State, Command, Event> {
  return { ...thing, stateOf: async ({ load }, id) => (await load(thing.decider, id)).state };
}

/** @returns the kind of reservation for a unique field: 'projectKey' for the key of a project. */
export function reservedAs({ decider }: { decider: { category: string } }, field: UniqueField): ReservationKind {
  return `${decider.category}${field === 'key' ? 'Key' : 'Name'}`;
}

/** Every kind of named thing, by the category of its streams. */
export const namedThings = {
  project: named({
    decider: projectDecider,
    unique: ['name', 'key'],
    within: 'account',
    notFound: 'project.notFound',
  }),
  environment: named({
    decider: environmentDecider,
    unique: ['name', 'key'],
    within: 'account',
    notFound: 'environment.notFound',
  }),
  testSuite: named({
    decider: testSuiteDecider,
    unique: ['name'],
    within: 'project',
    notFound: 'testSuite.notFound',
  }),
  runnerPool: named({
    decider: runnerPoolDecider,
    unique: ['name'],
    within: 'account',
    notFound: 'runnerPool.notFound',
  }),
  pipelineStage: named({
    decider: pipelineStageDecider,
    unique: ['name'],
    within: 'account',
    notFound: 'pipelineStage.notFound',
  }),
  testPlan: named({
    decider: testPlanDecider,
    unique: ['key'],
    within: 'account',
    notFound: 'testPlan.notFound',
  }),
  team: named({
    decider: teamDecider,
    unique: ['name'],
    within: 'account',
    notFound: 'team.notFound',
  }),
  workflow: named({
    decider: workflowDecider,
    unique: ['name'],
    within: 'account',
    notFound: 'workflow.notFound',
  }),
};
