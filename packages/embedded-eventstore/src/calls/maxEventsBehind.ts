/** A live subscriber that is more than this many events behind is told that it has fallen behind. */
export const maxEventsBehind = 2_000;
