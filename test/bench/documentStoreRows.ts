/** A document like those of a read model: about 500 bytes of BSON, two indexes besides `_id`. */
export type BenchRow = {
  _id: string;
  runId: string;
  at: Date;
  status: string;
  ms: number;
  name: string;
  file: string;
  tags: string[];
  error: string | null;
};

export const rowsInRun = 200;
const statuses = ['PASSED', 'PASSED', 'PASSED', 'FAILED', 'SKIPPED'];
const start = Date.UTC(2026, 0, 1);

/** Deterministic by number. Ids of one run are adjacent, as in the read models, and runs are in random order. */
export function rowOf(n: number): BenchRow {
  const run = Math.floor(n / rowsInRun);
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 0;
  const runHash = Math.imul(run + 1, 0x9e3779b1) >>> 0;
  return {
    _id: `${runHash.toString(16).padStart(8, '0')}-${n % rowsInRun}`,
    runId: `run-${run}`,
    at: new Date(start + n * 1_000),
    status: statuses[n % statuses.length] ?? 'PASSED',
    ms: mixed % 30_000,
    name: `a test of the shop that buys ${n % rowsInRun} things and pays for them at once`,
    file: `tests/shop/checkout/payment-${n % 40}.spec.ts`,
    tags: ['smoke', `area-${n % 12}`, 'chromium'],
    error: n % statuses.length === 3 ? `expected ${n} to be ${n + 1}, at line 42 of the page object `.repeat(3) : null,
  };
}
