import type { CauseExamples } from '@assay/contract';

/** A cause of two failed tests, with an error of four lines. */
export const refusedConnection: CauseExamples = {
  rootCauseId: 'c0nnectionRefus1',
  name: 'connect ECONNREFUSED <n>',
  template: 'Error: connect ECONNREFUSED <n>',
  testCount: 2,
  facts: ['First seen in run 12 at commit 4f2a91c.'],
  examples: [
    {
      source: 'error of cart.spec.ts › adds an article',
      text: [
        'Error: connect ECONNREFUSED 127.0.0.1:5432',
        '    at Cart.add (/w/src/cart.ts:118:9)',
        '',
        'database: role "shop" is not permitted to log in',
      ].join('\n'),
    },
  ],
};

/** An answer about the cause above, whose quotes are in the lines of its example. */
export function sampleAnswer({ source = 'S2', firstLine = 3, quote = 'role "shop" is not permitted' } = {}) {
  return {
    summary: 'The database refuses the tests.',
    causes: [
      {
        rootCauseId: refusedConnection.rootCauseId,
        verdict: 'CONFIRMED',
        kind: 'ENVIRONMENT',
        title: 'The database role may not log in',
        claims: [
          { text: 'The role has no right to log in.', cites: [{ source, firstLine, lastLine: firstLine, quote }] },
        ],
        suggestions: [{ text: 'Grant `LOGIN` to the role `shop`.' }],
      },
    ],
  };
}
