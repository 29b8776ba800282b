import { messages, noLatestDeployMessage, type TriggerView } from '@assay/contract';

/** Where the form of a trigger mends what keeps it from starting, by the id of the element there. */
export const fixFields = {
  project: 'trigger-project',
  environment: 'trigger-environment',
  version: 'trigger-version',
  testSuite: 'trigger-test-suite',
  testPlan: 'trigger-test-plan',
} as const;

export type TriggerFix = { label: string; field: (typeof fixFields)[keyof typeof fixFields] };

const version: TriggerFix = { label: 'Choose a version', field: fixFields.version };
const testPlan: TriggerFix = { label: 'Choose a test plan', field: fixFields.testPlan };

const fixes: Readonly<Record<string, TriggerFix>> = {
  [messages.noSuchProject]: { label: 'Choose a project', field: fixFields.project },
  [messages.noSuchEnvironment]: { label: 'Choose an environment', field: fixFields.environment },
  [messages.selectTestSuite]: { label: 'Choose a suite', field: fixFields.testSuite },
  [messages.noLatestDeploy]: version,
  [messages.selectBuild]: version,
  [messages.selectBranch]: version,
  [messages.selectTestPlan]: testPlan,
  [messages.testPlanGone]: testPlan,
};

/** @returns why the trigger was refused the last time that it was; null: it was not, as far as is known */
export function refusalOf({ slots }: TriggerView): string | null {
  return slots.find(({ message }) => message !== null)?.message ?? null;
}

/** @returns what in its form lets a broken trigger start again; null: it is not in its form, such as too many open runs */
export function fixOf(trigger: TriggerView): TriggerFix | null {
  const message = refusalOf(trigger);
  if (message === null) return null;
  const { project, environment } = trigger;
  if (project && environment && message === noLatestDeployMessage(project.name, environment.name)) return version;
  return fixes[message] ?? null;
}
