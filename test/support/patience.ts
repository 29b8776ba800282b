/**
 * How long a test waits for what ought to come, in milliseconds: far longer than a slow and busy machine takes, since
 * only a test that fails waits for so long. Nothing is shown to be fast by it; that is what the bench is for.
 */
export const patienceMs = 180_000;
