/**
 * How long a test waits for an expected event, in milliseconds: far longer than a slow and busy machine takes, since
 * only a failing test waits this long. It proves nothing about speed; that is what the bench is for.
 */
export const patienceMs = 180_000;
