import styles from './StatusShape.module.css';
import { statusStrokes } from './statusStrokes.ts';

export type Shape = 'pass' | 'fail' | 'flaky' | 'ignored' | 'pending' | 'running' | 'canceled' | 'notRun';

/**
 * A status as a shape, readable without colour: tick, cross, wave, dash, dot, ring, struck circle, dashes. Use an empty
 * label if the word is next to it.
 */
export function StatusShape({ shape, label, size = 14 }: { shape: Shape; label: string; size?: number }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by its label; a title would count as text of the page
    <svg
      className={`${styles.shape} ${styles[shape]}`}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {marks[shape]}
    </svg>
  );
}

const marks: Record<Shape, React.ReactNode> = {
  pass: <path d={statusStrokes.pass} />,
  fail: <path d={statusStrokes.fail} />,
  flaky: <path d={statusStrokes.flaky} />,
  ignored: <path d={statusStrokes.ignored} />,
  pending: <circle cx="7" cy="7" r="1.9" className={styles.filled} />,
  running: (
    <>
      <circle cx="7" cy="7" r="5" className={styles.track} />
      <path d={statusStrokes.running} className={styles.turning} />
    </>
  ),
  canceled: (
    <>
      <circle cx="7" cy="7" r="5" />
      <path d="M3.6 10.4 10.4 3.6" />
    </>
  ),
  notRun: <circle cx="7" cy="7" r="4.8" className={styles.dashed} />,
};
