import { DomainError, type DomainErrorCode, refuse } from '@assay/domain';
import type { Application } from '../application.ts';
import { type FieldError, InvalidFields, refusedFields } from '../invalidFields.ts';
import type { ReservedName } from '../reservations/reservedName.ts';
import { refusedNames } from '../reservations/reserveNames.ts';

type Asked = {
  /** The names that the command takes, and the stream of the thing that takes them. */
  names: readonly ReservedName[];
  stream: string;
  errors: readonly FieldError[];
  /** Decides on the command without recording anything. */
  decide: () => unknown;
};

/**
 * Carries a command out. If anything refuses it, all that does is told together: the errors that are known before, the
 * names that others have, and the rules of the thing.
 * @throws InvalidFields with all errors if some were known before; otherwise DomainError with all codes
 */
export async function refuseTogether<Result>(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  { names, stream, errors, decide }: Asked,
  carryOut: () => Promise<Result>,
): Promise<Result> {
  const refusals = async () => [...(await refusedNames(deps, names, stream)), ...codesOf(decide)];
  if (errors.length > 0) throw new InvalidFields(...errors, ...refusedFields(await refusals()));
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof DomainError) refuse(await refusals());
    throw error;
  }
}

function codesOf(decide: () => unknown): DomainErrorCode[] {
  try {
    decide();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return [error.code, ...error.others];
    throw error;
  }
}
