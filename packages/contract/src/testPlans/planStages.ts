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

export function withStage(stages: Stages, index: number, stage: PlanStage): PlanStage[] {
  return inserted(stages, index, stage);
}

export function withoutStage(stages: Stages, id: TestPlanStageId): PlanStage[] {
  return stages.filter(({ testPlanStageId }) => testPlanStageId !== id);
}

export function withStageMoved(stages: Stages, id: TestPlanStageId, to: number): PlanStage[] {
  const stage = stageOf(stages, id);
  return stage ? inserted(withoutStage(stages, id), to, stage) : [...stages];
}

export function withStageSetting(stages: Stages, id: TestPlanStageId, setting: string, value: unknown): PlanStage[] {
  return mapStage(stages, id, (stage) => ({ ...stage, settings: { ...stage.settings, [setting]: value } }));
}

export function withSuite(stages: Stages, stageId: TestPlanStageId, index: number, suite: PlanSuite): PlanStage[] {
  return mapStage(stages, stageId, (stage) => ({ ...stage, suites: inserted(stage.suites, index, suite) }));
}

export function withoutSuite(stages: Stages, id: TestPlanSuiteId): PlanStage[] {
  return stages.map((stage) => ({
    ...stage,
    suites: stage.suites.filter(({ testPlanSuiteId }) => testPlanSuiteId !== id),
  }));
}

/** @param index its place where it comes to be, counted without itself */
export function withSuiteMoved(
  stages: Stages,
  id: TestPlanSuiteId,
  toStageId: TestPlanStageId,
  index: number,
): PlanStage[] {
  const found = suiteOf(stages, id);
  return found ? withSuite(withoutSuite(stages, id), toStageId, index, found.suite) : [...stages];
}

export function withSuiteSetting(stages: Stages, id: TestPlanSuiteId, setting: string, value: unknown): PlanStage[] {
  return stages.map((stage) => ({
    ...stage,
    suites: stage.suites.map((suite) =>
      suite.testPlanSuiteId === id ? { ...suite, settings: { ...suite.settings, [setting]: value } } : suite,
    ),
  }));
}
