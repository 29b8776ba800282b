import { Line, type LineCustomSvgLayerProps } from '@nivo/line';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { bandsOf, chartMargin, durationSteps, labelled, ticksOf } from './chartScale.ts';
import styles from './charts.module.css';
import { chartTheme } from './chartTheme.ts';

type Quantiles = { p50Ms: number | null; p95Ms: number | null };
type Series = { id: 'p50' | 'p95'; data: { x: number; y: number | null }[] };
type Props = {
  /** One for each period: its name on the axis, and its durations; null where nothing was measured. */
  points: readonly ({ label: string } & Quantiles)[];
  width: number;
  height: number;
};

/** The median and the 95th percentile over the periods. A drawing: the table beside it has the numbers. */
export default function DurationLines({ points, width, height }: Props) {
  const { step, centerOf } = bandsOf(points.length, width);
  const ticks = ticksOf(Math.max(1, ...points.map(({ p95Ms }) => p95Ms ?? 0)), durationSteps, 3);
  const data: Series[] = [
    { id: 'p95', data: points.map(({ p95Ms: y }, x) => ({ x, y })) },
    { id: 'p50', data: points.map(({ p50Ms: y }, x) => ({ x, y })) },
  ];
  const first = centerOf(0);
  return (
    <Line<Series>
      data={data}
      width={width}
      height={height}
      margin={{ top: 8, bottom: 22, left: first, right: Math.max(0, width - centerOf(points.length - 1)) }}
      xScale={{ type: 'linear', min: 0, max: Math.max(1, points.length - 1), nice: false }}
      yScale={{ type: 'linear', min: 0, max: ticks.at(-1) ?? 1, nice: false }}
      axisLeft={{
        tickValues: ticks,
        tickSize: 0,
        tickPadding: 10 + first - chartMargin.left,
        format: (value) => (Number(value) === 0 ? '0' : formatTick(Number(value))),
      }}
      axisBottom={{
        tickSize: 0,
        tickPadding: 8,
        tickValues: labelled(points.length, step),
        format: (index) => points[Number(index)]?.label ?? '',
      }}
      enableGridX={false}
      gridYValues={ticks}
      isInteractive={false}
      animate={false}
      theme={chartTheme}
      layers={['grid', 'axes', Between, Quantile]}
    />
  );
}

/** @returns a round duration without the parts that are 0: `9m`, `1m 30s`. */
function formatTick(ms: number): string {
  return formatDuration(ms)
    .replace(/(\.0|\b0)(?=s)/, '')
    .replace(/ 00[ms]$/, '');
}

type Layer = LineCustomSvgLayerProps<Series>;
type Place = { x: number; y: number };

/** The parts of a line that are not interrupted by a period without a duration. */
function partsOf(series: Layer['series'][number] | undefined): Place[][] {
  const parts: Place[][] = [[]];
  for (const { position } of series?.data ?? []) {
    const { x, y } = position;
    if (x !== null && y !== null) parts.at(-1)?.push({ x, y });
    else parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

const pathOf = (places: readonly Place[]) => places.map(({ x, y }) => `${x},${y}`).join(' ');

function Between({ series }: Layer) {
  const [upper, lower] = [series[0], series[1]].map(partsOf);
  return (
    <>
      {upper?.map((part, index) => (
        <polygon
          key={part[0]?.x}
          points={pathOf([...part, ...[...(lower?.[index] ?? [])].reverse()])}
          className={styles.between}
        />
      ))}
    </>
  );
}

/** Height of a line's name, px: names of lines that end near each other keep that distance. */
const nameHeight = 13;

function Quantile({ series, innerWidth }: Layer) {
  const [upper = 0, lower = 0] = series.map((one) => partsOf(one).at(-1)?.at(-1)?.y ?? 0);
  const apart = Math.max(0, nameHeight - (lower - upper)) / 2;
  return (
    <>
      {series.map((one) => {
        const last = partsOf(one).at(-1)?.at(-1);
        return (
          <g key={one.id} className={styles[one.id]}>
            {partsOf(one).map((part) =>
              part.length > 1 ? (
                <polyline key={part[0]?.x} points={pathOf(part)} />
              ) : (
                <circle key={part[0]?.x} cx={part[0]?.x} cy={part[0]?.y} r={2.5} />
              ),
            )}
            {last && (
              <text x={innerWidth + 14} y={last.y + 4 + (one.id === 'p50' ? apart : -apart)}>
                {one.id}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
