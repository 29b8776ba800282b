import type { TestRunView } from '@assay/contract';
import { failuresOf } from './runOutcome.ts';
import type { ServiceClient } from './serviceClient.ts';

it('prints names and errors of tests without escape codes, line ends or commands of a CI service', async () => {
  const test = { status: 'FAIL', quarantined: false, copy: null, file: 'a\u001b]0;title\u0007.js' };
  const tests = [
    { ...test, name: 'one\u001b[2J\u009b1A\n::add-mask::x', error: '\u001b[31m::error::it failed\u0008' },
    { ...test, name: 'two\u202e\u2028x', error: null },
  ];
  const client = { call: () => Promise.resolve({ tests }) } as unknown as ServiceClient;
  const run = { id: 'run', failCount: 2 } as unknown as TestRunView;
  expect(await failuresOf(client, run)).toEqual([
    "  ✗ a.js › one ::add-mask::x\n      '::error::it failed",
    '  ✗ a.js › two x',
  ]);
});
