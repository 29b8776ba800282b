/** A live subscriber that is more than so many events late is told that it has fallen behind. */
export const FALLEN_BEHIND = 2_000;
