import {
  arrangedStages,
  changedField,
  isFieldChange,
  limits,
  type PlanStage,
  type PlanSuite,
  stageOf,
  suiteCountOf,
  suiteOf,
  type TestPlanId,
  type TestPlanStageId,
  type TestPlanStageSettings,
  type TestPlanSuiteId,
  type TestPlanSuiteSettings,
  testPlanFields,
  type ValuesOf,
} from '@assay/contract';
import type { TestPlanEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { fieldEvents } from '../fieldEvents.ts';

type Fields = ValuesOf<typeof testPlanFields>;

export type TestPlanState =
  | { status: 'none' }
  | ({ status: 'active'; testPlanId: TestPlanId; stages: readonly PlanStage[] } & Fields)
  | { status: 'archived'; testPlanId: TestPlanId; name: string; key: string };

type Active = Extract<TestPlanState, { status: 'active' }>;

/** `order` is a place from 1; beyond the last, and left out for something new: the last. */
export type TestPlanCommand =
  | ({ type: 'createTestPlan'; testPlanId: TestPlanId } & Fields)
  | ({ type: 'changeTestPlan' } & Partial<Fields>)
  | { type: 'archiveTestPlan' }
  | { type: 'addStage'; testPlanStageId: TestPlanStageId; settings: TestPlanStageSettings; order?: number }
  | {
      type: 'changeStage';
      testPlanStageId: TestPlanStageId;
      settings: Partial<TestPlanStageSettings>;
      order?: number;
    }
  | { type: 'removeStage'; testPlanStageId: TestPlanStageId }
  | {
      type: 'addSuite';
      testPlanStageId: TestPlanStageId;
      testPlanSuiteId: TestPlanSuiteId;
      settings: TestPlanSuiteSettings;
      order?: number;
    }
  | {
      type: 'changeSuite';
      testPlanStageId: TestPlanStageId;
      testPlanSuiteId: TestPlanSuiteId;
      settings: Partial<TestPlanSuiteSettings>;
      toStageId?: TestPlanStageId;
      order?: number;
    }
  | { type: 'removeSuite'; testPlanStageId: TestPlanStageId; testPlanSuiteId: TestPlanSuiteId };

type Of<Type extends TestPlanCommand['type']> = Extract<TestPlanCommand, { type: Type }>;

/** @returns the settings of `wanted` that differ from `before` */
function changesOf<Wanted extends object>(before: Wanted, wanted: Partial<Wanted>) {
  const names = Object.keys(wanted) as (keyof Wanted & string)[];
  return names
    .filter((name) => wanted[name] !== undefined && wanted[name] !== before[name])
    .map((name) => ({ setting: name as string, from: before[name] as unknown, to: wanted[name] as unknown }));
}

/** @param count of the others @returns a place from 0 */
function indexOf(order: number | undefined, count: number): number {
  return order === undefined ? count : Math.min(order - 1, count);
}

function ownStage({ stages }: Active, testPlanStageId: TestPlanStageId): PlanStage {
  const stage = stageOf(stages, testPlanStageId);
  if (!stage) throw new DomainError('testPlan.stageNotFound');
  return stage;
}

function ownSuite(state: Active, stageId: TestPlanStageId, suiteId: TestPlanSuiteId): PlanSuite {
  const suite = ownStage(state, stageId).suites.find(({ testPlanSuiteId }) => testPlanSuiteId === suiteId);
  if (!suite) throw new DomainError('testPlan.suiteNotFound');
  return suite;
}

function addStage({ testPlanId, stages }: Active, command: Of<'addStage'>): TestPlanEvent[] {
  const { testPlanStageId, settings, order } = command;
  if (stageOf(stages, testPlanStageId)) return [];
  if (stages.length >= limits.testPlanStages) throw new DomainError('testPlan.tooManyStages');
  const index = indexOf(order, stages.length);
  return [{ type: 'TestPlanStageAdded', data: { testPlanId, testPlanStageId, index, settings } }];
}

function changeStage(state: Active, { testPlanStageId, settings, order }: Of<'changeStage'>): TestPlanEvent[] {
  const { testPlanId, stages } = state;
  const stage = ownStage(state, testPlanStageId);
  const events: TestPlanEvent[] = changesOf(stage.settings, settings).map((change) => ({
    type: 'TestPlanStageSettingChanged',
    data: { testPlanId, testPlanStageId, ...change },
  }));
  const from = stages.indexOf(stage);
  const to = order === undefined ? from : indexOf(order, stages.length - 1);
  if (to !== from) events.push({ type: 'TestPlanStageMoved', data: { testPlanId, testPlanStageId, from, to } });
  return events;
}

function addSuite(state: Active, command: Of<'addSuite'>): TestPlanEvent[] {
  const { testPlanId, stages } = state;
  const { testPlanStageId, testPlanSuiteId, settings, order } = command;
  if (suiteOf(stages, testPlanSuiteId)) return [];
  const stage = ownStage(state, testPlanStageId);
  if (suiteCountOf(stages) >= limits.testPlanSuites) throw new DomainError('testPlan.tooManySuites');
  const index = indexOf(order, stage.suites.length);
  return [{ type: 'TestPlanSuiteAdded', data: { testPlanId, testPlanStageId, testPlanSuiteId, index, settings } }];
}

function changeSuite(state: Active, command: Of<'changeSuite'>): TestPlanEvent[] {
  const { testPlanId } = state;
  const { testPlanStageId: fromStageId, testPlanSuiteId, settings, toStageId = fromStageId, order } = command;
  const suite = ownSuite(state, fromStageId, testPlanSuiteId);
  const events: TestPlanEvent[] = changesOf(suite.settings, settings).map((change) => ({
    type: 'TestPlanSuiteSettingChanged',
    data: { testPlanId, testPlanSuiteId, ...change },
  }));
  const from = ownStage(state, fromStageId).suites.indexOf(suite);
  const stays = toStageId === fromStageId;
  if (stays && order === undefined) return events;
  const others = ownStage(state, toStageId).suites.length - (stays ? 1 : 0);
  const index = indexOf(order, others);
  if (stays && index === from) return events;
  const moved = { testPlanId, testPlanSuiteId, fromStageId, toStageId, index };
  return [...events, { type: 'TestPlanSuiteMoved', data: moved }];
}

/** Stages of suites, in the order in which they are run. A run of it has a stream of its own. */
export const testPlanDecider: Decider<TestPlanState, TestPlanCommand, TestPlanEvent> = {
  category: 'testPlan',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createTestPlan') {
      if (state.status !== 'none') throw new DomainError('testPlan.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'TestPlanCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('testPlan.notFound');
    const { testPlanId } = state;
    switch (command.type) {
      case 'changeTestPlan':
        return fieldEvents(testPlanFields, { testPlanId }, state, command);
      case 'archiveTestPlan':
        return [{ type: 'TestPlanArchived', data: { testPlanId } }];
      case 'addStage':
        return addStage(state, command);
      case 'changeStage':
        return changeStage(state, command);
      case 'removeStage': {
        const { testPlanStageId } = ownStage(state, command.testPlanStageId);
        return [{ type: 'TestPlanStageRemoved', data: { testPlanId, testPlanStageId } }];
      }
      case 'addSuite':
        return addSuite(state, command);
      case 'changeSuite':
        return changeSuite(state, command);
      case 'removeSuite': {
        const { testPlanSuiteId } = ownSuite(state, command.testPlanStageId, command.testPlanSuiteId);
        return [{ type: 'TestPlanSuiteRemoved', data: { testPlanId, testPlanSuiteId } }];
      }
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'TestPlanCreated') return { status: 'active', ...event.data, stages: [] };
    if (state.status !== 'active') return state;
    if (isFieldChange(testPlanFields, event)) return { ...state, ...changedField(testPlanFields, event) };
    switch (event.type) {
      case 'TestPlanArchived': {
        const { testPlanId, name, key } = state;
        return { status: 'archived', testPlanId, name, key };
      }
      default:
        return { ...state, stages: arrangedStages(state.stages, event) };
    }
  },
};
