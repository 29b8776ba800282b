import { nameKey } from '@assay/contract';
import {
  DomainError,
  type DomainErrorCode,
  type ReservationState,
  refuse,
  reservationDecider,
  takenError,
} from '@assay/domain';
import {
  type AppendContext,
  type CommandResult,
  type EventLog,
  type HandleOptions,
  RevisionConflict,
} from '@assay/event-log';
import type { Operations } from '@assay/operations';
import { isNameLeftOver } from './isNameLeftOver.ts';
import type { ReservedName } from './reservedName.ts';

type Deps = { eventLog: EventLog; operations: Pick<Operations, 'keys'> };

function reservationId({ operations }: Deps, { kind, scope, value }: ReservedName): string {
  return `${kind}-${scope}-${operations.keys.hmac(JSON.stringify([kind, scope, nameKey(value)]))}`;
}

/** @returns the stream that holds the name, such as `project-<id>`; null when nobody does. */
export async function ownerOfName(deps: Deps, name: ReservedName): Promise<string | null> {
  const { state }: { state: ReservationState } = await deps.eventLog.load(
    reservationDecider,
    reservationId(deps, name),
  );
  return state.ownerStream;
}

/** Without the revision that the caller has seen, which is that of another stream. */
function ofReservation({
  expectedRevision: _,
  ...context
}: AppendContext & Pick<HandleOptions, 'expectedRevision'>): AppendContext {
  return context;
}

export async function releaseName(
  deps: Deps,
  name: ReservedName,
  ownerStream: string,
  context: AppendContext,
): Promise<void> {
  await deps.eventLog.handle(
    reservationDecider,
    reservationId(deps, name),
    { type: 'releaseName', ownerStream },
    ofReservation(context),
  );
}

/** @returns the refusals of names that other streams hold and use. Nothing is recorded. */
export async function refusedNames(
  deps: Deps,
  names: readonly ReservedName[],
  ownerStream: string,
): Promise<DomainErrorCode[]> {
  const refusals: DomainErrorCode[] = [];
  for (const name of names) {
    const holder = await holderOf(deps, reservationId(deps, name));
    if (!holder || holder.ownerStream === ownerStream) continue;
    if (!(await isNameLeftOver(deps.eventLog, name, holder))) refusals.push(takenError(name.kind));
  }
  return refusals;
}

/** Reserves the name, even from a holder that will never use it. */
async function takeName(
  deps: Deps,
  name: ReservedName,
  ownerStream: string,
  context: AppendContext,
): Promise<CommandResult> {
  const { kind, scope } = name;
  const id = reservationId(deps, name);
  const take = { type: 'reserveName' as const, kind, scope, ownerStream };
  try {
    return await deps.eventLog.handle(reservationDecider, id, take, ofReservation(context));
  } catch (error) {
    const holder = error instanceof DomainError ? await holderOf(deps, id) : null;
    if (!holder || !(await isNameLeftOver(deps.eventLog, name, holder))) throw error;
    const instead = { ...take, insteadOf: holder.ownerStream };
    return deps.eventLog.handle(reservationDecider, id, instead, ofReservation(context));
  }
}

async function holderOf({ eventLog }: Deps, id: string): Promise<{ ownerStream: string; heldSince: Date } | null> {
  let holder: { ownerStream: string; heldSince: Date } | null = null;
  for await (const event of eventLog.read(`reserved-${id}`)) {
    const taken = event.type === 'NameReserved' ? event.data.ownerStream : null;
    holder = taken === null ? null : { ownerStream: taken, heldSince: new Date(event.envelope.occurredAt) };
  }
  return holder;
}

/**
 * Reserves the names for an aggregate and then creates (or renames) it; on failure, new reservations are released.
 * @throws DomainError of the kinds' codes when other holders have some of the names.
 */
export async function withReservedNames<Result>(
  deps: Deps,
  names: readonly ReservedName[],
  ownerStream: string,
  context: AppendContext,
  make: () => Promise<Result>,
): Promise<Result> {
  const taken: ReservedName[] = [];
  try {
    const refusals: DomainErrorCode[] = [];
    for (const name of names) {
      try {
        const { events } = await takeName(deps, name, ownerStream, context);
        // Already held by this aggregate, from an earlier attempt of the same request.
        if (events.length > 0) taken.push(name);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refusals.push(error.code);
      }
    }
    refuse(refusals);
    return await make();
  } catch (error) {
    // Only after a refusal: after a store failure the aggregate may exist, and must keep its names.
    if (error instanceof DomainError || error instanceof RevisionConflict) {
      for (const name of taken) await releaseName(deps, name, ownerStream, context);
    }
    throw error;
  }
}
