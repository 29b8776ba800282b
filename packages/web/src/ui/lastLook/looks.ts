/** A look at a screen: when by this browser's clock, and the newest thing that it showed by the service's. */
export type Look = { at: number; newest: number };

/** What is kept of a person's looks at a screen: the last one, and the one before, since which things are new. */
export type Looks = { before: Look | null; last: Look };

/** Looks with less between them are one: who comes back from a run still sees what else was new. */
export const oneLookMs = 30 * 60_000;

/**
 * Adds a look. At the first one nothing is new, since nobody knows what was seen elsewhere.
 * @param goesOn whether the screen has stayed in view since the last one, however long that is
 */
export function lookedAgain(known: Looks | null, look: Look, goesOn: boolean): Looks {
  if (known === null) return { before: null, last: look };
  // Another tab may have shown more.
  const last = { at: look.at, newest: Math.max(look.newest, known.last.newest) };
  const isSame = goesOn || look.at - known.last.at < oneLookMs;
  return { before: isSame ? known.before : known.last, last };
}

/** What was new is seen: only what comes after the last look is new. */
export function allSeen({ last }: Looks): Looks {
  return { before: last, last };
}

/** @returns a person's looks as this browser keeps them under a key; null: none, and the next one replaces what is there */
export function keptLooks(key: string): Looks | null {
  return looksOf(localStorage.getItem(key));
}

/** @returns the looks in a text that was kept; null where it holds none, by whoever it was written */
export function looksOf(text: string | null): Looks | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return areLooks(kept) ? kept : null;
  } catch {
    return null;
  }
}

function areLooks(kept: unknown): kept is Looks {
  if (typeof kept !== 'object' || kept === null || !('before' in kept) || !('last' in kept)) return false;
  return isLook(kept.last) && (kept.before === null || isLook(kept.before));
}

function isLook(kept: unknown): kept is Look {
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('newest' in kept)) return false;
  return isTime(kept.at) && isTime(kept.newest);
}

/** @returns whether it is a number of milliseconds that a date can have */
function isTime(kept: unknown): boolean {
  return typeof kept === 'number' && !Number.isNaN(new Date(kept).getTime());
}

/** Keeps a person's looks in this browser. */
export function keepLooks(key: string, looks: Looks): void {
  localStorage.setItem(key, JSON.stringify(looks));
}
