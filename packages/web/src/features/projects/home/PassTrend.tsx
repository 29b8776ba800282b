import type { TrendPoint } from './branchState.ts';
import styles from './home.module.css';
import { Panel } from './Panel.tsx';

const [width, height] = [320, 116];
const inset = { left: 36, right: 52, top: 10, bottom: 12 };

/** @returns the share at the foot of the chart: a step below the lowest, so that small changes are visible. */
function footOf(lowest: number): number {
  const steps = [0.98, 0.95, 0.9, 0.8, 0.5, 0];
  return steps.find((step) => step < lowest) ?? 0;
}

/** The share of tests that passed in the last runs of a branch, with what failed marked. */
export function PassTrend({ branch, points }: { branch: string; points: readonly TrendPoint[] }) {
  const last = points.at(-1);
  if (!last) return null;
  const worst = points.reduce((one, other) => (other.share < one.share ? other : one));
  const foot = footOf(worst.share);
  const x = (index: number) =>
    inset.left + (points.length === 1 ? 1 : index / (points.length - 1)) * (width - inset.left - inset.right);
  const y = (share: number) => inset.top + ((1 - share) / (1 - foot)) * (height - inset.top - inset.bottom);
  const marks = [1, (1 + foot) / 2, foot];
  return (
    <Panel
      title="Pass rate"
      note={<code>{branch}</code>}
      aside={`last ${points.length === 1 ? 'run' : `${points.length} runs`}`}
    >
      <svg
        className={styles.trend}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${last.said} passed in #${last.number}; ${worst.said} at least over the last ${points.length}`}
      >
        {marks.map((share) => (
          <g key={share}>
            <line x1={inset.left} x2={width - inset.right} y1={y(share)} y2={y(share)} className={styles.grid} />
            <text x={inset.left - 8} y={y(share) + 4} textAnchor="end" className={styles.axis}>
              {Math.round(share * 100)}
            </text>
          </g>
        ))}
        <polyline
          className={styles.line}
          points={points.map(({ share }, index) => `${x(index)},${y(share)}`).join(' ')}
        />
        {points.map(({ id, number, share, said, isFailed }, index) => (
          <circle
            key={id}
            cx={x(index)}
            cy={y(share)}
            r={id === last.id ? 3.5 : 2.5}
            className={isFailed ? styles.bad : id === last.id ? styles.last : styles.point}
          >
            <title>{`#${number}: ${said}`}</title>
          </circle>
        ))}
        <text x={x(points.length - 1) + 8} y={y(last.share) + 4} className={styles.now}>
          {last.said}
        </text>
      </svg>
    </Panel>
  );
}
