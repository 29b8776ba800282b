import { readFile } from 'node:fs/promises';
import { render } from '@testing-library/react';
import { ScoreDoughnut } from './ScoreDoughnut.tsx';

let styles: HTMLStyleElement;
beforeAll(async () => {
  styles = document.createElement('style');
  styles.textContent = await readFile(new URL('./ScoreDoughnut.module.css', import.meta.url), 'utf8');
  document.head.append(styles);
});
afterAll(() => styles.remove());

/** The rings from below, each with its paint and the share of the circle that it covers. */
function ringsOf(part: number, whole: number) {
  const { container, unmount } = render(<ScoreDoughnut part={part} whole={whole} good={part === whole} />);
  const rings = [...container.querySelectorAll('circle')].map((ring) => {
    const around = 2 * Math.PI * Number(ring.getAttribute('r'));
    const dash = ring.getAttribute('stroke-dasharray');
    return {
      paint: getComputedStyle(ring).getPropertyValue('stroke'),
      share: dash === null ? 1 : Number((Number(dash.split(' ')[0]) / around).toFixed(3)),
      from: ring.getAttribute('transform'),
    };
  });
  unmount();
  return rings;
}
const top = 'rotate(-90 13 13)';

describe('the ring of a score', () => {
  it('is green for the share that passed, from its top, and red for the rest', () => {
    expect(ringsOf(3, 4)).toEqual([
      { paint: 'var(--fail)', share: 1, from: null },
      { paint: 'var(--pass-soft)', share: 0.75, from: top },
    ]);
  });

  it('is all green where all passed, and all red where none did', () => {
    expect(ringsOf(4, 4)).toEqual([
      { paint: 'var(--track)', share: 1, from: null },
      { paint: 'var(--pass)', share: 1, from: top },
    ]);
    expect(ringsOf(0, 4).map(({ paint, share }) => [paint, share])).toEqual([
      ['var(--fail)', 1],
      ['var(--pass-soft)', 0],
    ]);
  });

  it('shows a single failure among thousands', () => {
    expect(ringsOf(9_999, 10_000)[1]?.share).toBe(0.97);
  });
});
