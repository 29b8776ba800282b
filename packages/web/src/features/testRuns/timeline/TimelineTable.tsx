import { useState } from 'react';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { Pager } from '../../../ui/Pager.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { wordOfShape } from '../status/statusShapes.ts';
import type { Timeline } from './timeline.ts';
import { type Bar, type Lane, lengthOf } from './timelineLanes.ts';
import { type Found, formatOffset } from './timelineView.ts';

type Row = { lane: Lane; bar: Bar };
const pageSize = 100;

const columnsOf = (start: number, pathOf: (bar: Bar) => string): readonly Column<Row>[] => [
  { key: 'began', title: 'Began at', cell: ({ bar }) => formatOffset(bar.from - start), numeric: true },
  { key: 'runner', title: 'Runner', cell: ({ lane }) => lane.name },
  {
    key: 'test',
    title: 'Test',
    cell: ({ bar }) => (
      <Link className="link" to={pathOf(bar)}>
        {bar.test.name}
      </Link>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ bar }) => (
      <>
        <StatusShape shape={bar.shape} label="" /> {wordOfShape(bar.shape)}
      </>
    ),
    shownFrom: 'wide',
  },
  { key: 'took', title: 'Took', cell: ({ bar }) => formatDuration(lengthOf(bar)), numeric: true },
  { key: 'attempts', title: 'Attempts', cell: ({ bar }) => bar.attempts.length, numeric: true, shownFrom: 'wide' },
];

/** The same as the chart in words: every test that ran, in the order in which they began. */
export function TimelineTable({
  timeline,
  found,
  pathOf,
}: {
  timeline: Timeline;
  /** What is looked for, which alone is listed; null: all. */
  found: Found;
  pathOf: (bar: Bar) => string;
}) {
  const [asked, setPage] = useState(1);
  const rows = timeline.lanes
    .flatMap((lane) => lane.bars.map((bar) => ({ lane, bar })))
    .filter(({ bar }) => found === null || found.has(bar))
    .sort((a, b) => a.bar.from - b.bar.from);
  const page = Math.min(asked, Math.max(1, Math.ceil(rows.length / pageSize)));
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <DataTable
        label="Tests by time"
        columns={columnsOf(timeline.from, pathOf)}
        rows={shown}
        keyOf={({ bar }) => `${bar.test.id} ${bar.from}`}
      />
      <Pager page={page} size={pageSize} shown={shown.length} total={rows.length} onPage={setPage} />
    </>
  );
}
