import {
  defaultStageSettings,
  defaultSuiteSettings,
  type EnvironmentId,
  limits,
  type ProjectId,
  type TestPlanId,
  type TestPlanStageId,
  type TestPlanSuiteId,
  type TestSuiteId,
} from '@assay/contract';
import type { TestPlanEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { type TestPlanCommand, testPlanDecider } from './decideTestPlan.ts';

const testPlanId = 'gate' as TestPlanId;
const stageId = (id: string) => id as TestPlanStageId;
const suiteId = (id: string) => id as TestPlanSuiteId;
const named = { name: 'Release gate', key: 'release-gate', goal: null };
const suiteSettings = {
  ...defaultSuiteSettings,
  projectId: 'shop' as ProjectId,
  testSuiteId: 'smoke' as TestSuiteId,
  environmentId: 'staging' as EnvironmentId,
  branch: 'main',
};
const stageSettings = (name: string) => ({ ...defaultStageSettings, name });

const created: TestPlanEvent = { type: 'TestPlanCreated', data: { testPlanId, ...named } };
const stage = (id: string, index: number): TestPlanEvent => ({
  type: 'TestPlanStageAdded',
  data: { testPlanId, testPlanStageId: stageId(id), index, settings: stageSettings(id) },
});
const suite = (id: string, stageOf: string, index: number): TestPlanEvent => ({
  type: 'TestPlanSuiteAdded',
  data: {
    testPlanId,
    testPlanStageId: stageId(stageOf),
    testPlanSuiteId: suiteId(id),
    index,
    settings: suiteSettings,
  },
});
const plan = (...events: TestPlanEvent[]) => given(testPlanDecider, created, ...events);
const moveSuite = (id: string, from: string, to: string, order?: number): TestPlanCommand => ({
  type: 'changeSuite',
  testPlanStageId: stageId(from),
  testPlanSuiteId: suiteId(id),
  settings: {},
  toStageId: stageId(to),
  order,
});
/** `a: x y | b: z` */
function arrangement({ state }: { state: ReturnType<typeof testPlanDecider.initialState> }): string {
  if (state.status !== 'active') return state.status;
  return state.stages
    .map(({ testPlanStageId, suites }) =>
      [`${testPlanStageId}:`, ...suites.map((each) => each.testPlanSuiteId)].join(' '),
    )
    .join(' | ');
}

describe('a test plan', () => {
  const filled = [stage('a', 0), stage('b', 1), suite('x', 'a', 0), suite('y', 'a', 1), suite('z', 'b', 0)];

  it('is created once, changed field by field, and gone once it is archived', () => {
    given(testPlanDecider)
      .when({ type: 'createTestPlan', testPlanId, ...named })
      .gives(created);
    plan()
      .when({ type: 'createTestPlan', testPlanId, ...named })
      .refuses('testPlan.exists');
    plan()
      .when({ type: 'changeTestPlan', name: 'Release gate', goal: 'Nothing ships broken' })
      .gives({
        type: 'TestPlanSettingChanged',
        data: { testPlanId, setting: 'goal', from: null, to: 'Nothing ships broken' },
      });
    const archived: TestPlanEvent = { type: 'TestPlanArchived', data: { testPlanId } };
    plan().when({ type: 'archiveTestPlan' }).gives(archived);
    plan(archived)
      .when({ type: 'removeStage', testPlanStageId: stageId('a') })
      .refuses('testPlan.notFound');
  });

  it('takes a stage or suite at its place, or last, and the same one once', () => {
    const addStage = { type: 'addStage' as const, testPlanStageId: stageId('c'), settings: stageSettings('c') };
    expect(arrangement(plan(...filled).when(addStage))).toBe('a: x y | b: z | c:');
    expect(arrangement(plan(...filled).when({ ...addStage, order: 1 }))).toBe('c: | a: x y | b: z');
    expect(arrangement(plan(...filled).when({ ...addStage, order: 40 }))).toBe('a: x y | b: z | c:');
    plan(stage('c', 0)).when(addStage).gives();
    const ids = { testPlanStageId: stageId('a'), testPlanSuiteId: suiteId('new') };
    const addSuite = { type: 'addSuite' as const, ...ids, settings: suiteSettings };
    expect(arrangement(plan(...filled).when({ ...addSuite, order: 2 }))).toBe('a: x new y | b: z');
    plan(...filled, suite('new', 'b', 0))
      .when(addSuite)
      .gives();
    plan().when(addSuite).refuses('testPlan.stageNotFound');
  });

  it('moves stages, and suites also across stages', () => {
    const moveStage = (id: string, order: number): TestPlanCommand => ({
      type: 'changeStage',
      testPlanStageId: stageId(id),
      settings: {},
      order,
    });
    expect(arrangement(plan(...filled).when(moveStage('b', 1)))).toBe('b: z | a: x y');
    plan(...filled)
      .when(moveStage('b', 2))
      .gives();
    expect(arrangement(plan(...filled).when(moveSuite('x', 'a', 'a', 2)))).toBe('a: y x | b: z');
    expect(arrangement(plan(...filled).when(moveSuite('x', 'a', 'b', 1)))).toBe('a: y | b: x z');
    expect(arrangement(plan(...filled).when(moveSuite('x', 'a', 'b')))).toBe('a: y | b: z x');
    plan(...filled)
      .when(moveSuite('x', 'a', 'a', 1))
      .gives();
    plan(...filled)
      .when(moveSuite('x', 'b', 'a', 1))
      .refuses('testPlan.suiteNotFound');
    plan(...filled)
      .when(moveSuite('x', 'a', 'c'))
      .refuses('testPlan.stageNotFound');
  });

  it('records what changed of a stage or suite, and removes a stage with its suites', () => {
    plan(...filled)
      .when({
        type: 'changeStage',
        testPlanStageId: stageId('a'),
        settings: { name: 'a', executionType: 'Sequential', alwaysRun: true },
      })
      .givesTypes('TestPlanStageSettingChanged', 'TestPlanStageSettingChanged');
    plan(...filled)
      .when({ ...moveSuite('x', 'a', 'b'), settings: { branch: 'next' } } as TestPlanCommand)
      .givesTypes('TestPlanSuiteSettingChanged', 'TestPlanSuiteMoved');
    const removed = plan(...filled).when({ type: 'removeStage', testPlanStageId: stageId('a') });
    expect(arrangement(removed)).toBe('b: z');
    const ids = { testPlanStageId: stageId('b'), testPlanSuiteId: suiteId('z') };
    expect(arrangement(plan(...filled).when({ type: 'removeSuite', ...ids }))).toBe('a: x y | b:');
  });

  it('is limited in its stages and suites', () => {
    const stages = Array.from({ length: limits.testPlanStages }, (_, index) => stage(`s${index}`, index));
    plan(...stages)
      .when({ type: 'addStage', testPlanStageId: stageId('more'), settings: stageSettings('more') })
      .refuses('testPlan.tooManyStages');
    const suites = Array.from({ length: limits.testPlanSuites }, (_, index) => suite(`x${index}`, 'a', index));
    const ids = { testPlanStageId: stageId('a'), testPlanSuiteId: suiteId('more') };
    plan(stage('a', 0), ...suites)
      .when({ type: 'addSuite', ...ids, settings: suiteSettings })
      .refuses('testPlan.tooManySuites');
  });
});
