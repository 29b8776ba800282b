import {
  type AccountId,
  type EnvironmentId,
  environmentFields,
  firstEnvironment,
  withInitialValues,
} from '@assay/contract';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { createNamed } from '../named/changeNamed.ts';
import { namedThings } from '../named/namedThings.ts';
import { idFor } from './accountIdFor.ts';

/** Gives a new account an environment to begin with. Safe to repeat: one that was renamed or archived stays as it is. */
export async function createFirstEnvironment(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  accountId: AccountId,
  signed: Omit<AppendContext, 'accountId'>,
): Promise<CommandResult | null> {
  const environmentId = idFor<EnvironmentId>(deps.operations, 'firstEnvironment', accountId);
  const { status } = await namedThings.environment.stateOf(deps.eventLog, environmentId);
  if (status !== 'none') return null;
  const command = {
    type: 'createEnvironment' as const,
    environmentId,
    ...withInitialValues(environmentFields, firstEnvironment),
    variables: [],
  };
  return createNamed(deps, namedThings.environment, environmentId, command, { ...signed, accountId });
}
