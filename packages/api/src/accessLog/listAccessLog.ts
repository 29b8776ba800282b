import { accessActionsOf, accessLogCalls, limits } from '@assay/contract';
import { route } from '../http/route.ts';

type Placed = { at: string; id: string };

function newestFirst(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

const cursorOf = ({ at, id }: Placed) => `${at}~${id}`;

function placeOf(cursor: string): Placed {
  const end = cursor.indexOf('~');
  return { at: cursor.slice(0, end), id: cursor.slice(end + 1) };
}

/** @returns the moment as the store has it, so that texts compare as times do; null: none. */
const momentOf = (time: string | undefined) => (time === undefined ? null : new Date(time).toISOString());

/** Facts of the log and visits, as one list: each source gives a page, and the newer ones of both make the answer. */
export const listAccessLog = route(
  accessLogCalls.listAccessLog,
  async ({ api: { operations, readModels }, caller: { models, accountId }, query }) => {
    const { kind, user, from, to, before, limit = limits.maxPage } = query;
    const filter = {
      actions: kind === undefined ? null : accessActionsOf[kind],
      actorId: user ?? null,
      from: momentOf(from),
      to: momentOf(to),
      before: before === undefined ? null : placeOf(before),
    };
    const [facts, visits] = await Promise.all([
      models.accessFacts(filter, limit + 1),
      operations.visits.list(accountId, filter, limit + 1),
    ]);
    const found = [...facts.map((fact) => ({ ...fact, address: null })), ...visits].sort(newestFirst);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    // Staff are people too.
    const actors = await readModels.actors(
      shown.map(({ actor: { kind, id } }) => ({ kind: kind === 'staff' ? 'user' : kind, id })),
    );
    return {
      entries: shown.map((entry) => ({
        ...entry,
        actor: { ...entry.actor, fullName: actors.get(entry.actor.id)?.fullName ?? null },
      })),
      next: last && found.length > limit ? cursorOf(last) : null,
    };
  },
);
