import {
  type EnvironmentId,
  nameKey,
  type PipelineStageId,
  type ProjectId,
  type RunnerPoolId,
  type TestPlanId,
  type TestSuiteId,
} from '@assay/contract';
import { CommandFailure, exitCodes } from '../exitCodes.ts';
import type { Account } from './account.ts';

/** What one thing calls another in a file: its name or key, or null where it refers to none. */
type Reference = string | null;

/** @throws CommandFailure when neither the account nor the file has it */
export function found<By extends 'name' | 'key', Thing extends Record<By, string>>(
  things: readonly Thing[],
  by: By,
  name: string,
): Thing {
  const thing = things.find((each) => nameKey(each[by]) === nameKey(name));
  if (thing) return thing;
  throw new CommandFailure(exitCodes.refused, `there is no '${name}', neither in the account nor in the file.`);
}

export function poolId({ runnerPools }: Account, name: Reference): RunnerPoolId | null {
  return name === null ? null : found(runnerPools, 'name', name).id;
}

export function stageId({ pipelineStages }: Account, name: Reference): PipelineStageId | null {
  return name === null ? null : found(pipelineStages, 'name', name).id;
}

export function environmentId({ environments }: Account, key: Reference): EnvironmentId | null {
  return key === null ? null : found(environments, 'key', key).id;
}

export function projectId({ projects }: Account, key: Reference): ProjectId | null {
  return key === null ? null : found(projects, 'key', key).id;
}

export function testPlanId({ testPlans }: Account, key: Reference): TestPlanId | null {
  return key === null ? null : found(testPlans, 'key', key).id;
}

/** @param ofProject suites of different projects may have the same name */
export function suiteId({ testSuites }: Account, ofProject: ProjectId | null, name: Reference): TestSuiteId | null {
  if (name === null) return null;
  return found(
    testSuites.filter((suite) => suite.projectId === ofProject),
    'name',
    name,
  ).id;
}

/** @returns the key of the one with this id; null: there is none, or it is out of use */
export function keyOf(things: readonly { id: string; key: string }[], id: string | null): Reference {
  return things.find((each) => each.id === id)?.key ?? null;
}

/** @returns the name of the one with this id; null: there is none, or it is out of use */
export function nameOf(things: readonly { id: string; name: string }[], id: string | null): Reference {
  return things.find((each) => each.id === id)?.name ?? null;
}
