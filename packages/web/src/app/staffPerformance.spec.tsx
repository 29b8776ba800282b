import type { AccountId, MonitorRecordView, UserId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { AppRoutes } from './AppRoutes.tsx';

const slow: MonitorRecordView = {
  ...{ id: 'r1', startTime: '2026-03-01T12:00:00.000Z', monitorType: 'Web', name: 'GET /test-runs/{id}/tests' },
  ...{ duration: 4811.6, dbRequests: 212, dbTime: 3960 },
  slowest: { name: 'read testRun', milliseconds: 1310 },
  extra: {
    ...{ path: '/test-runs/run_1k7f2a/tests', accountId: 'acc_7' as AccountId, accountName: 'harbour' },
    ...{ userId: 'usr_2' as UserId, userName: 'Lin', CLI: false },
  },
};
const job: MonitorRecordView = {
  ...{ ...slow, id: 'r2', monitorType: 'Job', name: 'Retention.expireDetails', duration: 3212, slowest: null },
  extra: { path: null, accountId: null, accountName: null, userId: null, userName: null, CLI: false },
};

function show(records: MonitorRecordView[], at = '/employee/performance', total = records.length) {
  const page = makePage({
    'GET /employee': { employee: true },
    'GET /employee/performance-logs': { records, total, isLeast: false },
    'GET /employee/performance-quarters': [],
  });
  const asked = () => page.sent.filter(({ path }) => path.includes('performance-logs')).map(({ path }) => path);
  return { asked, ...renderOn(page, <AppRoutes />, at) };
}

describe('the performance records of the staff', () => {
  it('list what took how long, slowest first, and open their details', async () => {
    show([slow, job]);
    const row = await screen.findByRole('row', {
      name: /Web GET \/test-runs\/\{id\}\/tests 4,812 3,960 212 harbour · Lin/,
    });
    expect(screen.getByRole('row', { name: /Job Retention\.expireDetails 3,212 .* –/ })).toBeVisible();
    await userEvent.click(row);
    expect(screen.getByText('/test-runs/run_1k7f2a/tests')).toBeVisible();
    expect(screen.getByText('read testRun, 1.3s')).toBeVisible();
    expect(screen.getByText('harbour acc_7')).toBeVisible();
  });

  it('are filtered by kind and by ranges, which are in the address', async () => {
    const { asked, address } = show([slow]);
    await screen.findByRole('row', { name: /harbour/ });
    await userEvent.click(screen.getByRole('radio', { name: 'Web' }));
    const least = screen.getByRole('textbox', { name: 'Took, ms: minimum' });
    await userEvent.clear(least);
    await userEvent.type(least, '1000{Enter}');
    await waitFor(() => expect(address()).toBe('/employee/performance?kind=Web&minDuration=1000'));
    await waitFor(() => expect(asked().at(-1)).toContain('minDuration=1000&monitorType=Web'));
    expect(least).toHaveValue('1,000');
    // The ends of the scale exclude nothing on their own side alone.
    await userEvent.clear(least);
    await userEvent.type(least, '10,000,000{Enter}');
    await waitFor(() => expect(asked().at(-1)).toContain('minDuration=10000000'));
    const most = screen.getByRole('textbox', { name: 'Store, ms: maximum' });
    await userEvent.clear(most);
    await userEvent.type(most, '0{Enter}');
    await waitFor(() => expect(asked().at(-1)).toContain('maxDbTime=0'));
  });

  it('refuse bounds beyond 0 to 10,000,000', async () => {
    const { asked } = show([slow]);
    await screen.findByRole('row', { name: /harbour/ });
    const most = screen.getByRole('textbox', { name: 'Requests: maximum' });
    for (const wrong of ['10000001', '-1', 'many']) {
      await userEvent.clear(most);
      await userEvent.type(most, `${wrong}{Enter}`);
      expect(most).toBeInvalid();
    }
    expect(asked()).toHaveLength(1);
  });

  it('say what is recorded when there is nothing', async () => {
    show([]);
    expect(await screen.findByText('No performance records found')).toBeVisible();
    expect(screen.getByText('One in 20 is recorded, slow ones always, and stored for 14 days.')).toBeVisible();
  });
});
