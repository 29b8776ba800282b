import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { DurationsChart } from './DurationsChart.tsx';
import { firstQuarterAt, type QuarterRange, quarterMs } from './quarters.ts';

const first = firstQuarterAt(Date.now());
const at = (index: number) => new Date(first + index * quarterMs).toISOString();
const quarters = [
  { startTime: at(90), count: 40, p50: 12, p95: 150, dbTime: 90 },
  { startTime: at(91), count: 60, p50: 16, p95: 688, dbTime: 430 },
];

function Chart({ onPick }: { onPick: (range: QuarterRange | null) => void }) {
  const [picked, setPicked] = useState<QuarterRange | null>(null);
  return (
    <DurationsChart
      kind={undefined}
      picked={picked}
      onPick={(range) => {
        setPicked(range);
        onPick(range);
      }}
    />
  );
}

async function show() {
  const picked: (QuarterRange | null)[] = [];
  renderOn(
    makePage({ 'GET /employee/performance-quarters': quarters }),
    <Chart onPick={(range) => picked.push(range)} />,
  );
  const brush = await screen.findByRole('slider', { name: 'Quarters of an hour' });
  brush.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 960, height: 84 });
  return { picked, brush };
}
/** In the middle of a quarter: each is 10 px wide. jsdom has no pointer events of its own. */
const pointer = (brush: HTMLElement, kind: 'down' | 'move' | 'up', index: number) =>
  fireEvent(brush, new MouseEvent(`pointer${kind}`, { bubbles: true, clientX: index * 10 + 5 }));

describe('durations by quarter of an hour', () => {
  it('reads out the quarter under the pointer', async () => {
    const { brush } = await show();
    pointer(brush, 'move', 91);
    expect(screen.getByText(/p50 16ms · p95 688ms · in the stores 430ms/)).toBeVisible();
    fireEvent.pointerLeave(brush);
    expect(screen.queryByText(/p50 16ms/)).not.toBeInTheDocument();
    pointer(brush, 'move', 10);
    expect(screen.getByText(/nothing recorded/)).toBeVisible();
  });

  it('picks the quarters that are drawn over, and clears them by a click on Show all', async () => {
    const { brush, picked } = await show();
    pointer(brush, 'down', 91);
    pointer(brush, 'move', 90);
    pointer(brush, 'up', 90);
    expect(picked).toEqual([{ from: Date.parse(at(90)), to: Date.parse(at(92)) }]);
    fireEvent.pointerLeave(brush);
    expect(screen.getByText(/at most p95 688ms/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(picked.at(-1)).toBeNull();
  });

  it('is moved by arrow keys, with Shift over several quarters, picked by Enter and cleared by Escape', async () => {
    const { brush, picked } = await show();
    brush.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}{Enter}');
    expect(picked).toEqual([{ from: Date.parse(at(93)), to: Date.parse(at(95)) }]);
    await userEvent.keyboard('{Escape}');
    expect(picked.at(-1)).toBeNull();
  });
});
