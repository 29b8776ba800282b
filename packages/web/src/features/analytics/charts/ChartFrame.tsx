import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { bandsOf, chartMargin } from './chartScale.ts';
import styles from './charts.module.css';

type Props = {
  /** What the charts show. */
  label: string;
  /** How many periods they have. */
  count: number;
  chosen: number;
  /** A period in words. */
  textOf: (index: number) => string;
  onChoose: (index: number) => void;
  /** Enter, or a click, on the chosen one. */
  onOpen: (index: number) => void;
  /** Height of the charts, so that nothing jumps when they are loaded, px. */
  height: number;
  /** The charts, as wide as there is room. */
  children: (width: number) => ReactNode;
};

/** What the width is until it is measured. */
const usualWidth = 960;

/** Charts over the same periods, with one band over all of them: the mouse moves it, and so do the arrow keys. */
export function ChartFrame({ label, count, chosen, textOf, onChoose, onOpen, height, children }: Props) {
  const { ref, width: measured } = useElementSize();
  const width = measured || usualWidth;
  const { step, centerOf, indexAt } = bandsOf(count, width);

  function move(event: KeyboardEvent): void {
    const targets: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowRight: chosen + 1,
      PageUp: chosen - 7,
      PageDown: chosen + 7,
      Home: 0,
      End: count - 1,
    };
    if (event.key === 'Enter') onOpen(chosen);
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onChoose(Math.min(count - 1, Math.max(0, target)));
  }

  return (
    <div ref={ref} className={styles.frame} style={{ minHeight: height }}>
      <div className={styles.band} style={{ left: centerOf(chosen) - step / 2, width: step }} data-many={count > 1} />
      <div aria-hidden="true" className={styles.drawings}>
        <Suspense fallback={null}>{children(width)}</Suspense>
      </div>
      <div
        className={styles.chooser}
        style={{ left: chartMargin.left, right: chartMargin.right }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={chosen + 1}
        aria-valuetext={textOf(chosen)}
        onKeyDown={move}
        onMouseMove={({ clientX, currentTarget }) => {
          onChoose(indexAt(clientX - currentTarget.getBoundingClientRect().left + chartMargin.left));
        }}
        onClick={() => onOpen(chosen)}
      />
    </div>
  );
}
