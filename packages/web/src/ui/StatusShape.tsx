import styles from './StatusShape.module.css';

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
  pass: <path d="M2.5 7.5 5.6 10.6 11.5 3.9" />,
  fail: <path d="M3.2 3.2 10.8 10.8M10.8 3.2 3.2 10.8" />,
  flaky: <path d="M1.2 7.9C2.6 3.6 4.4 3.6 5.6 7c1.2 3.4 3 3.4 4.2 0 .8-2.3 1.9-3 3-1.7" />,
  ignored: <path d="M2.8 7h8.4" />,
  pending: <circle cx="7" cy="7" r="1.9" className={styles.filled} />,
  running: (
    <>
      <circle cx="7" cy="7" r="5" className={styles.track} />
      <path d="M7 2a5 5 0 0 1 5 5" className={styles.turning} />
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
