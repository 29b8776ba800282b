/** A live subscriber that is more than so many events late is told that it has fallen behind. */
export const maxEventsBehind = 2_000;
