import { v7 as uuidv7 } from 'uuid';

/**
 * A new id: opaque, sortable by the time it was made, safe in streams' names, URLs and lease ids (a hyphen is the only
 * sign in it).
 */
export function newId<Id extends string>(): Id {
  return uuidv7() as Id;
}

/** @returns an id as if it had been made then, for what happened before it was recorded */
export function newIdAt<Id extends string>(at: Date): Id {
  return uuidv7({ msecs: at.getTime() }) as Id;
}

/** @returns when an id of `newId` was made, in milliseconds since 1970; 0 for any other text. */
export function idMadeAt(id: string): number {
  const [time] = /^[0-9a-f]{8}-[0-9a-f]{4}(?=-7)/.exec(id) ?? [];
  return time === undefined ? 0 : Number.parseInt(time.replace('-', ''), 16);
}
