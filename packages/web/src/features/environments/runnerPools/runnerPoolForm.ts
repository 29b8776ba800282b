import {
  type AccountView,
  type ChangeRunnerPoolRequest,
  type CreateRunnerPoolRequest,
  formFields,
  limits,
  messages,
  type RunnerPoolView,
  type RunnerType,
} from '@assay/contract';
import { object, string } from 'yup';
import { changedFields } from '../../../ui/form/changedFields.ts';
import { requiredText, wholeNumber } from '../../../ui/form/fieldSchemas.ts';

export type RunnerPoolForm = { name: string; runnerType: RunnerType | ''; maxRunners: number | '' };

export function formOfRunnerPool(pool: RunnerPoolView | null): RunnerPoolForm {
  return {
    name: pool?.name ?? '',
    runnerType: pool?.runnerType ?? 'LINUX',
    maxRunners: pool?.maxRunners ?? limits.runnersWhenUnknown,
  };
}

/** @returns the account's maximum of runners of this type; 10 if unknown */
export function maximumOf(account: AccountView | undefined, runnerType: RunnerType | ''): number {
  const maximum = runnerType === 'WINDOWS' ? account?.windowsRunners : account?.numberOfRunners;
  return maximum || limits.runnersWhenUnknown;
}

export function runnerPoolFormSchema(account: AccountView | undefined) {
  return object({
    name: requiredText(formFields.name),
    runnerType: string().required(messages.blank),
    maxRunners: wholeNumber(formFields.runners).when('runnerType', ([runnerType]) =>
      wholeNumber(formFields.runners, maximumOf(account, runnerType)),
    ),
  });
}

export function createRequestOf({ name, runnerType, maxRunners }: RunnerPoolForm): CreateRunnerPoolRequest {
  return { name: name.trim(), runnerType: runnerType || 'LINUX', maxRunners: Number(maxRunners) };
}

/** @returns only the changed fields */
export function poolChangeOf(form: RunnerPoolForm, before: RunnerPoolView): ChangeRunnerPoolRequest {
  return changedFields(createRequestOf(form), createRequestOf(formOfRunnerPool(before)));
}
