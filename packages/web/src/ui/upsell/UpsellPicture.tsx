import type { PlanFeature } from '@assay/contract';
import { type Shape, StatusShape } from '../StatusShape.tsx';
import styles from './UpsellPicture.module.css';

const [width, height] = [480, 160];

type Place = { x: number; y: number };

function Text({ x, y, soft, strong, end, children }: Place & Style & { children: string }) {
  const look = [styles.text, soft && styles.soft, strong && styles.strong].filter(Boolean).join(' ');
  return (
    <text x={x} y={y} className={look} textAnchor={end ? 'end' : 'start'}>
      {children}
    </text>
  );
}
type Style = { soft?: boolean; strong?: boolean; end?: boolean };

function Mark({ x, y, shape }: Place & { shape: Shape }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <StatusShape shape={shape} label="" size={12} />
    </g>
  );
}

function Card({ x, y, w, h }: Place & { w: number; h: number }) {
  return <rect x={x + 0.5} y={y + 0.5} width={w - 1} height={h - 1} rx="5" className={styles.card} />;
}

function Line({ x, y, w }: Place & { w: number }) {
  return <path d={`M${x} ${y + 0.5}h${w}`} className={styles.line} />;
}

type Fill = 'pass' | 'fail' | 'flaky' | 'running' | 'track' | 'passed';

function Bar({ x, y, w, h = 4, fill }: Place & { w: number; h?: number; fill: Fill }) {
  return <rect x={x} y={y} width={w} height={h} rx={Math.min(2, h / 2)} className={styles[fill]} />;
}

/** Rows of a list: shape, what it is, what is said at its end. */
function Rows({ rows, y = 16 }: { rows: readonly (readonly [Shape, string, string])[]; y?: number }) {
  const rowHeight = 30;
  return (
    <>
      <Card x={20} y={y} w={440} h={rows.length * rowHeight} />
      {rows.map(([shape, name, said], row) => (
        <g key={name}>
          {row > 0 && <Line x={20} y={y + row * rowHeight} w={440} />}
          <Mark x={32} y={y + row * rowHeight + 9} shape={shape} />
          <Text x={52} y={y + row * rowHeight + 19} strong>
            {name}
          </Text>
          <Text x={448} y={y + row * rowHeight + 19} soft end>
            {said}
          </Text>
        </g>
      ))}
    </>
  );
}

/** A test in a runner's lane: start and length. */
const lanes: readonly (readonly (readonly [number, number, Fill])[])[] = [
  [
    [0, 70, 'passed'],
    [74, 120, 'passed'],
    [198, 90, 'passed'],
  ],
  [
    [0, 130, 'passed'],
    [134, 60, 'fail'],
    [198, 124, 'passed'],
  ],
  [
    [0, 100, 'passed'],
    [104, 80, 'flaky'],
    [188, 136, 'passed'],
  ],
];

function Timeline() {
  return (
    <>
      <Card x={20} y={16} w={440} h={126} />
      {lanes.map((tests, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
        <g key={lane}>
          {lane > 0 && <Line x={20} y={16 + lane * 34} w={440} />}
          <Text x={32} y={37 + lane * 34}>{`Runner ${lane + 1}`}</Text>
          {tests.map(([start, length, fill]) => (
            <Bar key={start} x={110 + start} y={25 + lane * 34} w={length} h={16} fill={fill} />
          ))}
        </g>
      ))}
      <Line x={20} y={118} w={440} />
      {['0m', '1m', '2m', '3m'].map((time, tick) => (
        <Text key={time} x={110 + tick * 108} y={134} soft>
          {time}
        </Text>
      ))}
    </>
  );
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

function Triggers() {
  return (
    <>
      <Rows
        rows={[
          ['pass', 'Nightly', 'every day at 02:30'],
          ['running', 'After each deploy', 'checkout-web to Staging'],
          ['pass', 'Hourly smoke test', 'next in 12 min'],
        ]}
      />
      {hoursOfDay.map((hour) => (
        <Bar
          key={hour}
          x={20 + hour * 18.5}
          y={124}
          w={14}
          h={8}
          fill={hour === 2 || hour === 14 ? 'running' : 'track'}
        />
      ))}
      <Text x={20} y={148} soft>
        00:00
      </Text>
      <Text x={460} y={148} soft end>
        24:00
      </Text>
    </>
  );
}

/** When a message was sent in a month: the day, and what it said. */
const messages: readonly (readonly [number, Fill])[] = [
  [36, 'fail'],
  [86, 'pass'],
  [104, 'fail'],
  [178, 'fail'],
  [242, 'pass'],
  [272, 'fail'],
  [352, 'pass'],
  [386, 'fail'],
];

function Alerts() {
  return (
    <>
      <Rows
        rows={[
          ['fail', 'Test run fails', '#checkout-alerts'],
          ['flaky', 'Test run is flaky', 'Payments'],
          ['pass', 'Test run passes', 'release@example.com'],
        ]}
      />
      {messages.map(([x, fill]) => (
        <Bar key={x} x={20 + x} y={122} w={10} h={10} fill={fill} />
      ))}
      <Line x={20} y={134} w={440} />
      <Text x={20} y={150} soft>
        a month ago
      </Text>
      <Text x={460} y={150} soft end>
        today
      </Text>
    </>
  );
}

function Videos() {
  return (
    <>
      <Card x={20} y={16} w={272} h={128} />
      <rect x={34} y={30} width={244} height={84} rx="3" className={styles.track} />
      <path d="M146 58 166 72 146 86Z" className={styles.play} />
      <Bar x={34} y={126} w={244} fill="track" />
      <Bar x={34} y={126} w={156} fill="running" />
      <Text x={312} y={30} strong>
        pays by card
      </Text>
      {(
        [
          ['pass', 'opens the cart'],
          ['pass', 'fills in the card'],
          ['fail', 'sees the receipt'],
        ] as const
      ).map(([shape, step], row) => (
        <g key={step}>
          <Mark x={312} y={45 + row * 26} shape={shape} />
          <Text x={332} y={55 + row * 26}>
            {step}
          </Text>
        </g>
      ))}
      <Text x={312} y={138} soft>
        0m 14s of 0m 21s
      </Text>
    </>
  );
}

type Suite = readonly [Shape, string, number, Fill];
const stages: readonly { name: string; suites: readonly Suite[]; said: string }[] = [
  {
    name: 'Smoke',
    suites: [
      ['pass', 'checkout-web', 1, 'passed'],
      ['pass', 'payments-api', 1, 'passed'],
    ],
    said: 'passed, so on it goes',
  },
  {
    name: 'Acceptance',
    suites: [
      ['pass', 'Checkout E2E', 1, 'passed'],
      ['running', 'Invoices', 0.5, 'running'],
    ],
    said: '1 of 2 pass so far',
  },
  {
    name: 'Production',
    suites: [
      ['pending', 'Synthetic', 0, 'track'],
      ['pending', 'Accessibility', 0, 'track'],
    ],
    said: 'waits for Acceptance',
  },
];

function TestPlans() {
  return stages.map(({ name, suites, said }, column) => {
    const x = 20 + column * 150;
    return (
      <g key={name}>
        <Text x={x} y={28} strong>
          {name}
        </Text>
        <Card x={x} y={38} w={140} h={84} />
        {suites.map(([shape, suite, share, fill], row) => (
          <g key={suite}>
            {row > 0 && <Line x={x} y={38 + row * 42} w={140} />}
            <Mark x={x + 10} y={47 + row * 42} shape={shape} />
            <Text x={x + 28} y={57 + row * 42}>
              {suite}
            </Text>
            <Bar x={x + 10} y={67 + row * 42} w={120} fill="track" />
            {share > 0 && <Bar x={x + 10} y={67 + row * 42} w={120 * share} fill={fill} />}
          </g>
        ))}
        <Text x={x} y={140} soft>
          {said}
        </Text>
      </g>
    );
  });
}

const steps: readonly (Place & { shape: Shape; name: string; said: string })[] = [
  { x: 20, y: 56, shape: 'fail', name: 'Failed test', said: 'assigned to its owner' },
  { x: 176, y: 20, shape: 'flaky', name: 'Quarantine', said: 'until it is fixed' },
  { x: 176, y: 92, shape: 'running', name: 'Fix', said: '3 wait for review' },
  { x: 332, y: 56, shape: 'pass', name: 'Release', said: 'criteria met' },
];

function Workflows() {
  return (
    <>
      {['M148 80h14v-36h14', 'M148 80h14v36h14', 'M304 44h14v36h14', 'M304 116h14v-36h14'].map((way) => (
        <path key={way} d={way} className={styles.way} />
      ))}
      {steps.map(({ x, y, shape, name, said }) => (
        <g key={name}>
          <Card x={x} y={y} w={128} h={48} />
          <Mark x={x + 10} y={y + 9} shape={shape} />
          <Text x={x + 28} y={y + 19} strong>
            {name}
          </Text>
          <Text x={x + 10} y={y + 37} soft>
            {said}
          </Text>
        </g>
      ))}
    </>
  );
}

const pictures = {
  ownRunners: Timeline,
  triggers: Triggers,
  alerts: Alerts,
  recordings: Videos,
  testPlans: TestPlans,
  workflows: Workflows,
} satisfies Partial<Record<PlanFeature, () => React.ReactNode>>;

/** What has a picture. */
export type PicturedFeature = keyof typeof pictures;

/** What the screen of a feature looks like, drawn small. */
export function UpsellPicture({ feature }: { feature: PicturedFeature }) {
  const Picture = pictures[feature];
  return (
    <svg className={styles.picture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Picture />
    </svg>
  );
}
