import {
  type AccountId,
  anyProject,
  betweenMessage,
  cronProblem,
  isOnDeploy,
  isScheduled,
  messages,
  startsTestPlan,
  type TriggerRequest,
  type TriggerSettings,
} from '@assay/contract';
import { maxRunnersOf } from '../accounts/maxRunnersOf.ts';
import type { Application } from '../application.ts';
import { ownBuild } from '../builds/ownBuild.ts';
import { errorsOf, type FieldError, InvalidFields } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { triggerOf } from './triggerOf.ts';

/** @returns what is wrong with a trigger besides what the schema of its call says: all of it. */
export async function errorsOfTrigger(
  app: Application,
  accountId: AccountId,
  request: TriggerRequest,
  now: Date,
): Promise<FieldError[]> {
  const { settings } = triggerOf(request);
  const { type } = settings;
  const errors: FieldError[] = [];
  if (request.name === undefined && type !== 'now') errors.push({ field: 'name', message: messages.specifyName });
  if (isScheduled(type)) {
    const problem = cronProblem({ cron: settings.cron ?? '', timeZone: settings.timeZone }, now);
    if (problem) errors.push(problem);
  }
  if (isOnDeploy(type)) errors.push(...(await deployedErrors(app, accountId, settings)));
  if (startsTestPlan(type)) errors.push(...(await planErrors(app, accountId, settings)));
  else errors.push(...(await testErrors(app, accountId, settings)));
  return errors;
}

async function deployedErrors(
  app: Application,
  accountId: AccountId,
  { deployedProjectIds }: TriggerSettings,
): Promise<FieldError[]> {
  const found = await Promise.all(
    deployedProjectIds.map(
      async (id) => id === anyProject || (await findNamed(app, namedThings.project, accountId, id)) !== null,
    ),
  );
  if (found.length > 0 && found.every(Boolean)) return [];
  return [{ field: 'deployedProjectIds', message: messages.selectOneProject }];
}

async function planErrors(
  app: Application,
  accountId: AccountId,
  { testPlanId, environmentId }: TriggerSettings,
): Promise<FieldError[]> {
  const [plan, environment] = await Promise.all([
    testPlanId && findNamed(app, namedThings.testPlan, accountId, testPlanId),
    environmentId && findNamed(app, namedThings.environment, accountId, environmentId),
  ]);
  const errors: FieldError[] = [];
  if (!plan) errors.push({ field: 'testPlanId', message: messages.selectTestPlan });
  if (environmentId !== null && !environment) {
    errors.push({ field: 'environmentId', message: messages.noSuchEnvironment });
  }
  return errors;
}

async function testErrors(app: Application, accountId: AccountId, settings: TriggerSettings): Promise<FieldError[]> {
  const { projectId, environmentId, testSuiteId, testOptionsType, latestDeploy, buildId, maxRunners } = settings;
  const [project, environment, suite, account] = await Promise.all([
    projectId && findNamed(app, namedThings.project, accountId, projectId),
    environmentId && findNamed(app, namedThings.environment, accountId, environmentId),
    testSuiteId && findNamed(app, namedThings.testSuite, accountId, testSuiteId),
    app.readModels.of(accountId).account(),
  ]);
  const most = maxRunnersOf(account);
  return errorsOf(
    () => {
      if (projectId === null) throw new InvalidFields({ field: 'projectId', message: messages.blank });
      if (!project) throw new InvalidFields({ field: 'projectId', message: messages.noSuchProject });
    },
    () => {
      if (!environment) throw new InvalidFields({ field: 'environmentId', message: messages.selectEnvironment });
    },
    () => {
      const isOfProject = suite && project && suite.projectId === project.projectId;
      if (testOptionsType === 'suite' && !isOfProject) {
        throw new InvalidFields({ field: 'testSuiteId', message: messages.selectTestSuite });
      }
    },
    async () => {
      if (!project || latestDeploy) return;
      const build = buildId && (await ownBuild(app, accountId, { projectId: project.projectId, buildId }));
      // Without a repository, a build is the only source.
      const needsBuild = project.settings.gitUrl === null || buildId !== null;
      if (needsBuild && !build) throw new InvalidFields({ field: 'buildId', message: messages.selectBuild });
    },
    () => {
      if (maxRunners !== null && maxRunners > most) {
        throw new InvalidFields({ field: 'maxRunners', message: betweenMessage(1, most) });
      }
    },
  );
}
