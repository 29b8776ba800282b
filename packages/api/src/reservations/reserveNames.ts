import { nameKey } from '@assay/contract';
import { DomainError, type ReservationKind, type ReservationState, reservationDecider } from '@assay/domain';
import { type AppendContext, type EventLog, RevisionConflict } from '@assay/event-log';
import type { Operations } from '@assay/operations';

type Deps = { eventLog: EventLog; operations: Pick<Operations, 'keys'> };

/** A value that may be used once in its scope: an account's id, or 'global'. */
export type ReservedName = { kind: ReservationKind; scope: string; value: string };

function reservationId({ operations }: Deps, { kind, scope, value }: ReservedName): string {
  return `${kind}-${scope}-${operations.keys.hmac(JSON.stringify([kind, scope, nameKey(value)]))}`;
}

export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b);
}

/** @returns the stream that holds the name, as `project-<id>`; null while nobody does. */
export async function ownerOfName(deps: Deps, name: ReservedName): Promise<string | null> {
  const { state }: { state: ReservationState } = await deps.eventLog.load(
    reservationDecider,
    reservationId(deps, name),
  );
  return state.ownerStream;
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
    context,
  );
}

/**
 * Takes the names for an aggregate and then makes (or renames) it; what was taken now is given back when that fails.
 * @throws DomainError of the kind's code when somebody else has one of the names.
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
    for (const name of names) {
      const { kind, scope } = name;
      const { events } = await deps.eventLog.handle(
        reservationDecider,
        reservationId(deps, name),
        { type: 'reserveName', kind, scope, ownerStream },
        context,
      );
      // Held already by this very aggregate: an earlier try of the same request took it.
      if (events.length > 0) taken.push(name);
    }
    return await make();
  } catch (error) {
    // Only a refusal is certain: after a store's failure the aggregate may be there, and keeps its names.
    if (error instanceof DomainError || error instanceof RevisionConflict) {
      for (const name of taken) await releaseName(deps, name, ownerStream, context);
    }
    throw error;
  }
}
