import {
  type AccountView,
  type ChangeRunnerPoolRequest,
  type CreateRunnerPoolRequest,
  limits,
  type RunnerPoolView,
  type RunnerType,
  runnerPoolFields,
} from '@assay/contract';
import { object } from 'yup';
import { changedValues, type FormOf, formOf, formRules, valuesOf } from '../../../ui/form/declaredForm.ts';
import { wholeNumber } from '../../../ui/form/fieldSchemas.ts';

export type RunnerPoolForm = FormOf<typeof runnerPoolFields>;

export function formOfRunnerPool(pool: RunnerPoolView | null): RunnerPoolForm {
  return formOf(runnerPoolFields, pool, { runnerType: 'LINUX', maxRunners: limits.runnersWhenUnknown });
}

/** @returns the account's maximum of runners of this type; 10 if unknown */
export function maximumOf(account: AccountView | undefined, runnerType: RunnerType | ''): number {
  const maximum = runnerType === 'WINDOWS' ? account?.windowsRunners : account?.numberOfRunners;
  return maximum || limits.runnersWhenUnknown;
}

export function runnerPoolFormSchema(account: AccountView | undefined) {
  return object({
    ...formRules(runnerPoolFields),
    maxRunners: wholeNumber(runnerPoolFields.maxRunners.rule).when('runnerType', ([runnerType]) =>
      wholeNumber(runnerPoolFields.maxRunners.rule, maximumOf(account, runnerType)),
    ),
  });
}

export function createRequestOf(form: RunnerPoolForm): CreateRunnerPoolRequest {
  return valuesOf(runnerPoolFields, form);
}

/** @returns only the changed fields */
export function poolChangeOf(form: RunnerPoolForm, before: RunnerPoolView): ChangeRunnerPoolRequest {
  return changedValues(runnerPoolFields, form, before);
}
