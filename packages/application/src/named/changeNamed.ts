import type { AccountId } from '@assay/contract';
import type { AppendContext, CommandResult, HandleOptions } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { Application } from '../application.ts';
import { isSameName, type ReservedName } from '../reservations/reservedName.ts';
import { releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { ownNamed } from './findNamed.ts';
import { type NamedState, type NamedThing, reservedAs, type UniqueField } from './namedThings.ts';

type Deps = Pick<Application, 'eventLog' | 'operations' | 'owners'>;
type Context = AppendContext & Pick<HandleOptions, 'expectedRevision'>;
type Fields = Partial<Record<UniqueField | 'projectId', string | undefined>>;

function accountOf({ accountId }: AppendContext): AccountId {
  if (accountId === null) throw new TypeError('things with names belong to an account');
  return accountId;
}

function reservedNames<State extends NamedState, Command, Event extends DomainEvent>(
  thing: NamedThing<State, Command, Event>,
  accountId: AccountId,
  fields: Fields,
  isWanted: (field: UniqueField, value: string) => boolean = () => true,
): ReservedName[] {
  const { unique, within } = thing;
  const scope = within === 'project' ? fields.projectId : accountId;
  if (scope === undefined) throw new TypeError('the name is unique within a project, which is missing');
  return unique.flatMap((field) => {
    const value = fields[field];
    return value !== undefined && isWanted(field, value) ? [{ kind: reservedAs(thing, field), scope, value }] : [];
  });
}

/**
 * Creates a thing under the names in its command. Repeating it with the same id changes nothing.
 * @throws DomainError `reservation.nameTaken` or `reservation.keyTaken` when another thing has one of the names.
 */
export async function createNamed<State extends NamedState, Command extends object, Event extends DomainEvent>(
  deps: Deps,
  thing: NamedThing<State, Command, Event>,
  id: string,
  command: Command,
  context: AppendContext,
): Promise<CommandResult> {
  const { decider } = thing;
  const names = reservedNames(thing, accountOf(context), command as Fields);
  return withReservedNames(deps, names, `${decider.category}-${id}`, context, () =>
    deps.eventLog.handle(decider, id, (state) => (state.status === 'none' ? command : null), context),
  );
}

/**
 * Changes a thing. A new name is reserved before, and the old one released after.
 * @throws DomainError of the kind's `notFound`, or when the new name is taken.
 */
export async function changeNamed<State extends NamedState, Command extends object, Event extends DomainEvent>(
  deps: Deps,
  thing: NamedThing<State, Command, Event>,
  id: string,
  command: Command,
  context: Context,
): Promise<CommandResult> {
  const { decider } = thing;
  const accountId = accountOf(context);
  const known = await ownNamed(deps, thing, accountId, id);
  const stream = `${decider.category}-${id}`;
  const wanted: Fields = { ...(command as Fields), projectId: known.projectId };
  // The state that the command was decided on, which may be newer than the one looked up.
  const decidedOn: { state: NamedState } = { state: known };
  const change = () =>
    deps.eventLog.handle(
      decider,
      id,
      (state) => {
        decidedOn.state = state;
        return command;
      },
      context,
    );

  const isNew = (field: UniqueField, value: string) => !isSameName(value, known[field] ?? '');
  const names = reservedNames(thing, accountId, wanted, isNew);
  if (names.length === 0) return change();
  const result = await withReservedNames(deps, names, stream, context, change);
  const before = decidedOn.state;
  if (result.events.length === 0 || before.status === 'none') return result;
  const hasChanged = (field: UniqueField, value: string) =>
    wanted[field] !== undefined && !isSameName(value, wanted[field]);
  for (const name of reservedNames(thing, accountId, before, hasChanged)) {
    await releaseName(deps, name, stream, context);
  }
  return result;
}

/**
 * Archives a thing and releases its names. Safe to repeat if it was interrupted.
 * @throws DomainError of the kind's `notFound`, or what its decider refuses.
 */
export async function archiveNamed<State extends NamedState, Command extends object, Event extends DomainEvent>(
  deps: Deps,
  thing: NamedThing<State, Command, Event>,
  id: string,
  command: Command,
  context: Context,
): Promise<CommandResult> {
  const { decider, notFound } = thing;
  const accountId = accountOf(context);
  const stream = `${decider.category}-${id}`;
  await deps.owners.requireOwn(stream, accountId, notFound);
  const archive = (state: State) => (state.status === 'archived' ? null : command);
  const result = await deps.eventLog.handle(decider, id, archive, context);
  const { state }: { state: NamedState } = await deps.eventLog.load(decider, id);
  if (state.status === 'archived') {
    for (const name of reservedNames(thing, accountId, state)) await releaseName(deps, name, stream, context);
  }
  return result;
}
