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

/** @returns what the browser keeps under a key; null: nothing, or nothing that can be read */
export function keptLooks(key: string): Looks | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a person's looks in this browser. */
export function keepLooks(key: string, looks: Looks): void {
  localStorage.setItem(key, JSON.stringify(looks));
}
