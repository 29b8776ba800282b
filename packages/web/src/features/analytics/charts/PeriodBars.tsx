import { Bar, type BarDatum, type BarItemProps } from '@nivo/bar';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { bandPadding, bandsOf, chartMargin, countSteps, labelled, ticksOf } from './chartScale.ts';
import styles from './charts.module.css';
import { chartTheme } from './chartTheme.ts';

/** What is counted; the name of a look in `charts.module.css`. */
export type BarKey =
  | 'failed'
  | 'passed'
  | 'setupFailed'
  | 'inconclusive'
  | 'canceled'
  | 'ignored'
  | 'notRun'
  | 'flaky'
  | 'amount';

type Props = {
  /** From the baseline up. */
  keys: readonly BarKey[];
  /** A bar for each period: its name on the axis, and its counts. */
  bars: readonly { label: string; counts: Partial<Record<BarKey, number>> }[];
  width: number;
  height: number;
  /** Whether the periods' names are below. */
  hasNames: boolean;
};

const axisHeight = 22;

/** Stacked counts, a bar for each period. A drawing: the table beside it has the numbers. */
export default function PeriodBars({ keys, bars, width, height, hasNames }: Props) {
  const data: BarDatum[] = bars.map(({ counts }, index) => ({ index: String(index), ...counts }));
  const sums = bars.map(({ counts }) => keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0));
  const ticks = ticksOf(Math.max(1, ...sums), countSteps);
  const { step } = bandsOf(bars.length, width);
  return (
    <Bar
      data={data}
      keys={[...keys]}
      indexBy="index"
      width={width}
      height={height}
      margin={{ ...chartMargin, top: 8, bottom: hasNames ? axisHeight : 6 }}
      padding={bandPadding}
      indexScale={{ type: 'band', round: false }}
      valueScale={{ type: 'linear', min: 0, max: ticks.at(-1) ?? 1 }}
      axisLeft={{ tickValues: ticks, tickSize: 0, tickPadding: 10, format: (value) => formatCount(Number(value)) }}
      axisBottom={
        hasNames
          ? {
              tickSize: 0,
              tickPadding: 8,
              tickValues: labelled(bars.length, step).map(String),
              format: (index) => bars[Number(index)]?.label ?? '',
            }
          : null
      }
      gridYValues={ticks}
      enableLabel={false}
      isInteractive={false}
      animate={false}
      theme={chartTheme}
      barComponent={Segment}
      layers={[Patterns, 'grid', 'axes', 'bars']}
    />
  );
}

/** Lines for what has no verdict, and for what is as light as a failure: they read without colour. */
function Patterns() {
  return (
    <defs>
      <pattern id="hatched" width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={5} height={5} className={styles.hatchGround} />
        <line x1={0} y1={0} x2={0} y2={5} className={styles.hatchLine} />
      </pattern>
      <pattern id="lined" width={5} height={5} patternUnits="userSpaceOnUse">
        <rect width={5} height={5} className={styles.lineGround} />
        <line x1={0} y1={2.5} x2={5} y2={2.5} className={styles.lineThrough} />
      </pattern>
    </defs>
  );
}

function Segment({ bar: { x, y, width, height, data } }: BarItemProps<BarDatum>) {
  // A hairline between the parts of a bar.
  return <rect x={x} y={y} width={width} height={Math.max(0, height - 1)} className={styles[String(data.id)]} />;
}
