import { v7 as uuidv7 } from 'uuid';

/**
 * A new id: opaque, sortable by the time it was made, safe in streams' names, URLs and lease ids (a hyphen is the only
 * sign in it).
 */
export function newId<Id extends string>(): Id {
  return uuidv7() as Id;
}
