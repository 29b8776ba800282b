import { resultRow, testRunView } from '../../../testSupport/views.ts';
import { csvOfRun, junitOfRun } from './exportRun.ts';

const rows = [
  { ...resultRow('adds', { status: 'PASS' }), file: 'cart.spec.ts', duration: 1_500 },
  {
    ...resultRow('pays', { status: 'FAIL' }),
    file: 'cart.spec.ts',
    duration: 20,
    error: 'expected "a" < b\nline\u0001 2',
  },
  { ...resultRow('ships', { status: 'NOT_RUN' }), file: 'ship.spec.ts', duration: null },
];

describe('the export of a run', () => {
  it('is JUnit XML with a suite for each file, its counts and its errors', () => {
    expect(junitOfRun(testRunView(7, { createdAt: '2026-11-01T10:00:00Z' }), rows)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Checkout #7" tests="3" failures="1" skipped="1" time="1.520" timestamp="2026-11-01T10:00:00Z">
  <testsuite name="cart.spec.ts" tests="2" failures="1" skipped="0" time="1.520">
    <testcase classname="cart.spec.ts" file="cart.spec.ts" name="adds" time="1.500"/>
    <testcase classname="cart.spec.ts" file="cart.spec.ts" name="pays" time="0.020"><failure message="expected &quot;a&quot; &lt; b&#10;line 2"/></testcase>
  </testsuite>
  <testsuite name="ship.spec.ts" tests="1" failures="0" skipped="1" time="0.000">
    <testcase classname="ship.spec.ts" file="ship.spec.ts" name="ships" time="0.000"><skipped/></testcase>
  </testsuite>
</testsuites>
`,
    );
  });

  it('is a line for each test as CSV', () => {
    const lines = csvOfRun(rows).split('\r\n');
    expect(lines[0]).toBe('File,Test,Status,Duration (ms),Attempts,Flaky,Quarantined,Error');
    expect(lines[1]).toMatch(/^cart\.spec\.ts,adds,PASS,1500,/);
    expect(lines[3]).toMatch(/^ship\.spec\.ts,ships,NOT_RUN,,/);
  });
});
