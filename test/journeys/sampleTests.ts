/** The known results of the sample projects' tests, by the project's key. Names are those in the repositories. */
export const sampleTests = {
  'cucumber-shop': {
    project: 'Cucumber shop',
    total: 17,
    failing: /Islands cost a ferry more$/,
    undecided: /Impatient people pay as well$/,
  },
  'playwright-shop': {
    project: 'Playwright shop',
    total: 13,
    failing: /takes ten percent off with a voucher$/,
    undecided: /is shown quickly$/,
  },
  'node-shop': {
    project: 'Node shop',
    total: 15,
    failing: /are rounded once, not per piece$/,
    undecided: /arrives on time$/,
  },
} satisfies Record<string, { project: string; total: number; failing: RegExp; undecided: RegExp }>;
