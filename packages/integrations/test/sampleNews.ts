import type { AlertNews } from '../src/alertNews.ts';

/** A failed run, unless told otherwise. */
export function sampleNews(change: Partial<AlertNews> = {}): AlertNews {
  return {
    kind: 'failed',
    at: '2026-11-23T12:00:00.000Z',
    tone: 'bad',
    title: 'Checkout #416 failed: 9 of 396 tests, 7 new',
    facts: [
      { label: 'Environment', value: 'staging' },
      { label: 'Branch', value: 'fix/<cart>' },
    ],
    causes: [],
    moreCauses: 0,
    failures: [
      { file: 'cart.spec.ts', name: 'adds & removes' },
      { file: 'pay.spec.ts', name: 'takes a *card*' },
    ],
    moreFailures: 7,
    link: { label: 'Open the test run', url: 'https://assay.example.org/acme/test-runs/1' },
    group: 'alert/staging/shop//main',
    data: {},
    ...change,
  };
}
