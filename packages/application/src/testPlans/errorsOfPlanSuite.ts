import {
  type AccountId,
  dynamicEnvironmentNames,
  messages,
  type TestPlanSuiteSettings,
  unknownPlaceholders,
} from '@assay/contract';
import type { Application } from '../application.ts';
import { ownBuild } from '../builds/ownBuild.ts';
import type { FieldError } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { planSuiteOf } from './planSuiteOf.ts';

/** @returns what is wrong with a suite of a plan besides what the schema of its call says: all of it. */
export async function errorsOfPlanSuite(
  app: Application,
  accountId: AccountId,
  asked: TestPlanSuiteSettings,
): Promise<FieldError[]> {
  const { projectId, testSuiteId } = asked;
  const [project, suite] = await Promise.all([
    findNamed(app, namedThings.project, accountId, projectId),
    findNamed(app, namedThings.testSuite, accountId, testSuiteId),
  ]);
  const errors: FieldError[] = [];
  if (!project) errors.push({ field: 'projectId', message: messages.noSuchProject });
  else if (suite?.projectId !== projectId) errors.push({ field: 'testSuiteId', message: messages.noSuiteFound });
  errors.push(...(await environmentErrors(app, accountId, asked)));
  if (project) errors.push(...(await versionErrors(app, accountId, asked, project.settings.gitUrl !== null)));
  return errors;
}

async function environmentErrors(
  app: Application,
  accountId: AccountId,
  { useDynamicEnvironment, dynamicEnvironment, environmentId, latestDeploy }: TestPlanSuiteSettings,
): Promise<FieldError[]> {
  if (!useDynamicEnvironment) {
    const found = environmentId && (await findNamed(app, namedThings.environment, accountId, environmentId));
    return found ? [] : [{ field: 'environmentId', message: messages.selectEnvironment }];
  }
  const field = 'dynamicEnvironment';
  if (dynamicEnvironment === null) return [{ field, message: messages.selectEnvironment }];
  if (unknownPlaceholders(dynamicEnvironment).length > 0) return [{ field, message: messages.unknownPlaceholder }];
  const hasNames = dynamicEnvironmentNames.some((name) => dynamicEnvironment.includes(`{${name}}`));
  return latestDeploy && hasNames ? [{ field, message: messages.deployNamesVersion }] : [];
}

async function versionErrors(
  app: Application,
  accountId: AccountId,
  asked: TestPlanSuiteSettings,
  hasRepository: boolean,
): Promise<FieldError[]> {
  const { projectId, latestDeploy, buildId, branch } = planSuiteOf(asked);
  if (latestDeploy) return [];
  // Without a repository, a build is the only source.
  if (!hasRepository || buildId !== null) {
    const build = buildId && (await ownBuild(app, accountId, { projectId, buildId }));
    return build ? [] : [{ field: 'buildId', message: messages.selectBuild }];
  }
  return branch === null ? [{ field: 'branch', message: messages.selectBranch }] : [];
}
