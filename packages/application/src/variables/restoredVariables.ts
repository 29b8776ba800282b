import type { VariableRequest } from '@assay/contract';
import type { EventLog } from '@assay/event-log';

/**
 * @param variables of an earlier version of the thing
 * @returns the variables as they are set again. One that was ever encrypted stays encrypted: somebody may have noticed
 * after that version that it holds a secret.
 */
export async function restoredVariables(
  { read }: Pick<EventLog, 'read'>,
  stream: string,
  variables: ReadonlyMap<string, Required<Omit<VariableRequest, 'key'>>>,
): Promise<VariableRequest[]> {
  const secret = new Set<string>();
  for await (const { type, data } of read(stream)) {
    if ((type === 'EnvironmentVariableSet' || type === 'PipelineStageVariableSet') && data.encrypted) {
      secret.add(data.key);
    }
  }
  return [...variables].map(([key, variable]) => ({
    key,
    ...variable,
    encrypted: variable.encrypted || secret.has(key),
  }));
}
