import type { AlertPreview, TestRunId } from '@assay/contract';
import { messageDays } from './messageDays.ts';

const testRunId = 'r1' as TestRunId;

describe('the days of a preview', () => {
  it('are all there, with what was sent and held back on each', () => {
    const at = (day: number) => new Date(2026, 9, day, 23, 30).toISOString();
    const preview: AlertPreview = {
      from: at(20),
      to: at(31),
      runCount: 3,
      isCut: false,
      sent: [
        { at: at(20), kind: 'failed', testRunId },
        { at: at(31), kind: 'fixed', testRunId },
      ],
      heldBack: [{ at: at(20), reason: 'unchanged', testRunId }],
    };
    const days = messageDays(preview);
    expect(days.map(({ day }) => day.getDate())).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);
    expect(days.at(0)).toMatchObject({ sent: ['failed'], heldBack: 1 });
    expect(days.at(-1)).toMatchObject({ sent: ['fixed'], heldBack: 0 });
  });
});
