import { act, screen } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { RunInPrint } from './RunInPrint.tsx';

describe('a run on paper', () => {
  it('has every test with its error, while the browser prints', async () => {
    const tests = [resultRow('adds'), resultRow('pays', { status: 'FAIL', error: 'no such cup' })];
    const run = testRunView(1, { status: 'FAIL', testCount: 2 });
    renderOn(
      makePage({ 'GET /test-runs/r1/results': { tests, total: 2, position: positionAt(9) } }),
      <RunInPrint run={run} />,
    );
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const table = await screen.findByRole('table', { name: 'Printed results' });
    expect(table).toHaveTextContent(/Failed.*pays.*no such cup.*Passed.*adds/);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
