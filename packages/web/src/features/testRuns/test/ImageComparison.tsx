import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import styles from './ImageComparison.module.css';

type Side = { label: string; url: string };
type View = 'slider' | 'sideBySide' | 'difference';

/**
 * Two pictures of the same thing: one over the other with a slider between them, or side by side; and what differs where
 * somebody has found it.
 */
export function ImageComparison({
  name,
  left,
  right,
  difference,
}: {
  name: string;
  left: Side;
  right: Side;
  difference: string | null;
}) {
  const [view, setView] = useState<View>('slider');
  const views = [
    { value: 'slider', label: 'Slider' },
    { value: 'sideBySide', label: 'Side by side' },
    ...(difference === null ? [] : [{ value: 'difference', label: 'Difference' }]),
  ];
  return (
    <div className={styles.comparison}>
      <SegmentedControl
        size="xs"
        aria-label={`How ${name} is compared`}
        className={styles.views}
        data={views}
        value={view}
        onChange={(next) => setView(next as View)}
      />
      {view === 'slider' && <Slider name={name} left={left} right={right} />}
      {view === 'sideBySide' && (
        <div className={styles.sides}>
          {[left, right].map((side) => (
            <figure key={side.label} className={styles.side}>
              <figcaption className="soft">{side.label}</figcaption>
              <img src={side.url} alt={`${name}, ${side.label}`} />
            </figure>
          ))}
        </div>
      )}
      {view === 'difference' && difference !== null && (
        <img className={styles.single} src={difference} alt={`${name}, what differs`} />
      )}
    </div>
  );
}

/** The left picture lies over the right one as far as the handle; the handle is a range, so that the arrow keys move it. */
function Slider({ name, left, right }: { name: string; left: Side; right: Side }) {
  const [share, setShare] = useState(50);
  return (
    <div className={styles.stage}>
      <img className={styles.below} src={right.url} alt={`${name}, ${right.label}`} />
      <img
        className={styles.above}
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
        src={left.url}
        alt={`${name}, ${left.label}`}
      />
      <span className={`${styles.label} ${styles.ofLeft}`} aria-hidden>
        {left.label}
      </span>
      <span className={`${styles.label} ${styles.ofRight}`} aria-hidden>
        {right.label}
      </span>
      <span className={styles.handle} style={{ left: `${share}%` }} aria-hidden />
      <input
        className={styles.range}
        type="range"
        min={0}
        max={100}
        value={share}
        onChange={(event) => setShare(Number(event.currentTarget.value))}
        aria-label={`How much of ${left.label} is shown over ${right.label}`}
      />
    </div>
  );
}
