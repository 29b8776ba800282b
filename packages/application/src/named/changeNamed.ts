import type { AccountId } from '@assay/contract';
import type { AppendContext, CommandResult, HandleOptions } from '@assay/event-log';
import type { DomainEvent } from '@assay/event-schemas';
import type { Application } from '../application.ts';
import { type FieldError, refusedFields } from '../invalidFields.ts';
import { isSameName, type ReservedName } from '../reservations/reservedName.ts';
import { refusedNames, releaseName, withReservedNames } from '../reservations/reserveNames.ts';
import { ownNamed } from './findNamed.ts';
import { type NamedState, type NamedThing, reservedAs, type UniqueField } from './namedThings.ts';
import { refuseTogether } from './refuseTogether.ts';

type Deps = Pick<Application, 'eventLog' | 'operations' | 'owners'>;
type Context = AppendContext & Pick<HandleOptions, 'expectedRevision'>;
type Fields = Partial<Record<UniqueField | 'projectId', string | undefined>>;

function accountOfContext({ accountId }: AppendContext): AccountId {
  if (accountId === null) throw new TypeError('things with names belong to an account');
  return accountId;
}

function reservedNames(
  thing: Names['thing'],
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

/** The names that fields give a thing. */
export type Names = {
  thing: Pick<NamedThing<NamedState, never, DomainEvent>, 'unique' | 'within'> & { decider: { category: string } };
  accountId: AccountId;
  /** Of the thing that is changed; null: a new one. */
  id: string | null;
  fields: Fields;
};

/** @returns the fields whose names others have. Nothing is recorded. */
export async function refusedNamesOf(deps: Deps, { thing, accountId, id, fields }: Names): Promise<FieldError[]> {
  const names = reservedNames(thing, accountId, fields);
  return refusedFields(await refusedNames(deps, names, `${thing.decider.category}-${id ?? ''}`));
}

/**
 * Creates a thing under the names in its command. Repeating it with the same id changes nothing.
 * @param errors what is known to be wrong with the command; thrown with everything else that is
 * @throws InvalidFields for these errors; DomainError `reservation.nameTaken` or `reservation.keyTaken` when another thing has one of the names.
 */
export async function createNamed<State extends NamedState, Command extends object, Event extends DomainEvent>(
  deps: Omit<Deps, 'owners'>,
  thing: NamedThing<State, Command, Event>,
  id: string,
  command: Command,
  context: AppendContext,
  errors: readonly FieldError[] = [],
): Promise<CommandResult> {
  const { decider } = thing;
  const names = reservedNames(thing, accountOfContext(context), command as Fields);
  const stream = `${decider.category}-${id}`;
  return refuseTogether(
    deps,
    { names, stream, errors, decide: () => decider.decide(command, decider.initialState()) },
    () =>
      withReservedNames(deps, names, stream, context, () =>
        deps.eventLog.handle(decider, id, (state) => (state.status === 'none' ? command : null), context),
      ),
  );
}

/**
 * Changes a thing. A new name is reserved before, and the old one released after.
 * @param errors what is known to be wrong with the command; thrown with everything else that is
 * @throws InvalidFields for these errors; DomainError of the kind's `notFound`, or when the new name is taken.
 */
export async function changeNamed<State extends NamedState, Command extends object, Event extends DomainEvent>(
  deps: Deps,
  thing: NamedThing<State, Command, Event>,
  id: string,
  command: Command,
  context: Context,
  errors: readonly FieldError[] = [],
): Promise<CommandResult> {
  const { decider } = thing;
  const accountId = accountOfContext(context);
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
  const result = await refuseTogether(
    deps,
    { names, stream, errors, decide: () => decider.decide(command, known) },
    () => withReservedNames(deps, names, stream, context, change),
  );
  if (names.length === 0) return result;
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
  const accountId = accountOfContext(context);
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
