import type { AccountId } from '@assay/contract';
import { accountDecider, DomainError } from '@assay/domain';
import type { AppendContext, CommandResult, HandleOptions } from '@assay/event-log';
import type { Application } from '../application.ts';
import { isSameName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { accountNamed } from './accountNamed.ts';

/**
 * Gives an account another name: the new one is reserved before, the old one released after.
 * @throws DomainError `reservation.nameTaken` if another account has it, `account.notFound`
 */
export async function renameAccount(
  deps: Pick<Application, 'eventLog' | 'operations'>,
  accountId: AccountId,
  name: string,
  context: AppendContext & Pick<HandleOptions, 'expectedRevision'>,
): Promise<CommandResult> {
  const { state } = await deps.eventLog.load(accountDecider, accountId);
  if (!state.exists) throw new DomainError('account.notFound');
  const stream = `account-${accountId}`;
  // The name that the command was decided on, which may be newer than the one looked up.
  let before = state.name;
  const names = isSameName(before, name) ? [] : [accountNamed(name)];
  const result = await withReservedNames(deps, names, stream, context, () =>
    deps.eventLog.handle(
      accountDecider,
      accountId,
      (current) => {
        if (current.exists) before = current.name;
        return { type: 'renameAccount' as const, name };
      },
      context,
    ),
  );
  if (result.events.length > 0 && !isSameName(before, name)) {
    await releaseName(deps, accountNamed(before), stream, context);
  }
  return result;
}
