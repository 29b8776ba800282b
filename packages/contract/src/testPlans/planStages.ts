import type { EventIn } from '../eventIn.ts';
import type { TestPlanStageId, TestPlanSuiteId } from '../ids.ts';
import type { TestPlanStageSettings, TestPlanSuiteSettings } from './testPlanViews.ts';

export type PlanSuite = { testPlanSuiteId: TestPlanSuiteId; settings: TestPlanSuiteSettings };
export type PlanStage = {
  testPlanStageId: TestPlanStageId;
  settings: TestPlanStageSettings;
  suites: readonly PlanSuite[];
};
type Stages = readonly PlanStage[];

function inserted<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return [...items.slice(0, index), item, ...items.slice(index)];
}

/** @returns the stages with one of them changed */
function mapStage(stages: Stages, id: TestPlanStageId, change: (stage: PlanStage) => PlanStage): PlanStage[] {
  return stages.map((stage) => (stage.testPlanStageId === id ? change(stage) : stage));
}

export function stageOf(stages: Stages, id: TestPlanStageId): PlanStage | undefined {
  return stages.find(({ testPlanStageId }) => testPlanStageId === id);
}

/** @returns the stage that has the suite, and the suite */
export function suiteOf(stages: Stages, id: TestPlanSuiteId): { stage: PlanStage; suite: PlanSuite } | undefined {
  for (const stage of stages) {
    const suite = stage.suites.find(({ testPlanSuiteId }) => testPlanSuiteId === id);
    if (suite) return { stage, suite };
  }
  return undefined;
}

export function suiteCountOf(stages: Stages): number {
  return stages.reduce((count, { suites }) => count + suites.length, 0);
}

function withoutStage(stages: Stages, id: TestPlanStageId): PlanStage[] {
  return stages.filter(({ testPlanStageId }) => testPlanStageId !== id);
}

function withSuite(stages: Stages, stageId: TestPlanStageId, index: number, suite: PlanSuite): PlanStage[] {
  return mapStage(stages, stageId, (stage) => ({ ...stage, suites: inserted(stage.suites, index, suite) }));
}

function withoutSuite(stages: Stages, id: TestPlanSuiteId): PlanStage[] {
  return stages.map((stage) => ({
    ...stage,
    suites: stage.suites.filter(({ testPlanSuiteId }) => testPlanSuiteId !== id),
  }));
}

type Change = { setting: string; to: unknown };
type OfStage = { testPlanStageId: TestPlanStageId };
type OfSuite = { testPlanSuiteId: TestPlanSuiteId };

/** What each event does to the stages of a plan. A moved suite's `index` is counted without itself. */
const arrangements = {
  TestPlanStageAdded: (
    stages: Stages,
    { testPlanStageId, index, settings }: OfStage & { index: number; settings: TestPlanStageSettings },
  ) => inserted(stages, index, { testPlanStageId, settings, suites: [] }),
  TestPlanStageSettingChanged: (stages: Stages, { testPlanStageId, setting, to }: OfStage & Change) =>
    mapStage(stages, testPlanStageId, (stage) => ({ ...stage, settings: { ...stage.settings, [setting]: to } })),
  TestPlanStageMoved: (stages: Stages, { testPlanStageId, to }: OfStage & { to: number }) => {
    const stage = stageOf(stages, testPlanStageId);
    return stage ? inserted(withoutStage(stages, testPlanStageId), to, stage) : [...stages];
  },
  TestPlanStageRemoved: (stages: Stages, { testPlanStageId }: OfStage) => withoutStage(stages, testPlanStageId),
  TestPlanSuiteAdded: (
    stages: Stages,
    {
      testPlanStageId,
      testPlanSuiteId,
      index,
      settings,
    }: OfStage & OfSuite & { index: number; settings: TestPlanSuiteSettings },
  ) => withSuite(stages, testPlanStageId, index, { testPlanSuiteId, settings }),
  TestPlanSuiteSettingChanged: (stages: Stages, { testPlanSuiteId, setting, to }: OfSuite & Change) =>
    stages.map((stage) => ({
      ...stage,
      suites: stage.suites.map((suite) =>
        suite.testPlanSuiteId === testPlanSuiteId
          ? { ...suite, settings: { ...suite.settings, [setting]: to } }
          : suite,
      ),
    })),
  TestPlanSuiteMoved: (
    stages: Stages,
    { testPlanSuiteId, toStageId, index }: OfSuite & { toStageId: TestPlanStageId; index: number },
  ) => {
    const found = suiteOf(stages, testPlanSuiteId);
    return found ? withSuite(withoutSuite(stages, testPlanSuiteId), toStageId, index, found.suite) : [...stages];
  },
  TestPlanSuiteRemoved: (stages: Stages, { testPlanSuiteId }: OfSuite) => withoutSuite(stages, testPlanSuiteId),
};

/** An event that arranges the stages of a plan, or the suites of a stage. */
export type PlanStageEvent = EventIn<typeof arrangements>;

export function isPlanStageEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: PlanStageEvent['type'] }> {
  return Object.hasOwn(arrangements, event.type);
}

/** @returns the stages of a plan after an event */
export function arrangedStages(stages: Stages, { type, data }: PlanStageEvent): PlanStage[] {
  const arrange = arrangements[type] as (stages: Stages, data: PlanStageEvent['data']) => PlanStage[];
  return arrange(stages, data);
}
