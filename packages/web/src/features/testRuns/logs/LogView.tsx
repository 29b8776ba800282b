import type { RunLogView } from '@assay/contract';
import { Button, SegmentedControl, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { AnsiSpan } from '../../../ui/AnsiText.tsx';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClockSeconds, formatExactTime } from '../../../ui/format/formatTime.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { stripAnsi } from '../../../ui/stripAnsi.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import styles from './LogsTab.module.css';
import { type LineTime, sinceText, type TimeChoice, timeOfLine } from './lineTimes.ts';
import { matchingLines } from './matchingLines.ts';
import { useLogTail } from './useLogTail.ts';

const lineHeight = 19;

/** One log, followed while it grows; lines outside the view are not rendered. */
export function LogView({
  testRunId,
  log,
  growing,
  linked = null,
  onLink,
}: {
  testRunId: string;
  log: RunLogView;
  growing: boolean;
  /** The line that the address names; null: none. */
  linked?: number | null;
  onLink?: (line: number) => void;
}) {
  const { lines: all, times, loaded, failed, readOn } = useLogTail(testRunId, log.name, growing);
  // The last line is empty until something is written on it.
  const lines = useMemo(() => (all.at(-1) === '' ? all.slice(0, -1) : all), [all]);
  const [follow, setFollow] = useState(growing && linked === null);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const matches = useMemo(() => matchingLines(lines, wanted), [lines, wanted]);
  const [match, setMatch] = useState(0);
  const [timed, setTimed] = useLocalStorage<TimeChoice>({ key: 'assay.logTimes', defaultValue: 'off' });
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());

  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 30,
    initialRect: { width: 800, height: 600 },
  });
  const current = matches[Math.min(match, matches.length - 1)];
  const { length } = lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is another one on every render
  useEffect(() => {
    if (follow && length > 0) virtual.scrollToIndex(length - 1, { align: 'end' });
  }, [follow, length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is another one on every render
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'center' });
  }, [current]);

  const isThere = linked !== null && linked <= length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is another one on every render
  useEffect(() => {
    if (linked !== null && isThere) virtual.scrollToIndex(linked - 1, { align: 'center' });
  }, [linked, isThere]);

  function step(by: number): void {
    if (matches.length === 0) return;
    setFollow(false);
    setMatch((Math.min(match, matches.length - 1) + by + matches.length) % matches.length);
  }

  const isMarked = (index: number) => index === current || (current === undefined && index + 1 === linked);
  const digits = String(lines.length).length;
  return (
    <section className={styles.view} aria-label={log.title}>
      <div className={styles.toolbar}>
        <TextInput
          ref={field}
          type="search"
          placeholder="Search in this log"
          aria-label="Search in this log"
          className={styles.search}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setMatch(0);
            setFollow(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        {search !== '' && (
          <span className="soft tabular" role="status">
            {matches.length === 0
              ? 'no match'
              : `${formatCount(Math.min(match, matches.length - 1) + 1)} of ${formatCount(matches.length)}`}
          </span>
        )}
        <span className={`${styles.counted} soft tabular`}>{counted(lines.length, 'line')}</span>
        {times.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Times of lines"
            value={timed}
            onChange={(choice) => setTimed(choice as TimeChoice)}
            data={[
              { value: 'off', label: 'No times' },
              { value: 'since', label: 'Since start' },
              { value: 'clock', label: 'Clock' },
            ]}
          />
        )}
        {loaded && length > 0 && (
          <Button
            size="compact-xs"
            onClick={() => saveFile(`${log.title}.log`, stripAnsi(all.join('\n')), 'text/plain')}
          >
            Download
          </Button>
        )}
        {failed && <Button onClick={readOn}>Reading failed, try again</Button>}
        <Switch label="Follow" checked={follow} onChange={(event) => setFollow(event.currentTarget.checked)} />
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`${log.title} log`}
        onWheel={(event) => event.deltaY < 0 && setFollow(false)}
      >
        {loaded && lines.length === 0 && <p className={styles.empty}>No logs to load</p>}
        <div className={styles.inner} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtual.measureElement}
              className={isMarked(item.index) ? `${styles.line} ${styles.found}` : styles.line}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <UnstyledButton
                className={styles.number}
                style={{ width: `${digits + 1}ch` }}
                // Reached through the address; thousands of tab stops would help nobody.
                tabIndex={-1}
                aria-label={`Link to line ${item.index + 1}`}
                onClick={() => {
                  setFollow(false);
                  onLink?.(item.index + 1);
                }}
              >
                {item.index + 1}
              </UnstyledButton>
              {timed !== 'off' && <Time times={times} line={item.index} as={timed} />}
              <AnsiSpan text={lines[item.index] ?? ''} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** When a line reached the service. */
function Time({ times, line, as }: { times: readonly LineTime[]; line: number; as: 'since' | 'clock' }) {
  const at = timeOfLine(times, line);
  if (at === null) return null;
  const start = times[0]?.at ?? at;
  return (
    <time className={`${styles.time} tabular`} dateTime={new Date(at).toISOString()} title={exactly(at)}>
      {as === 'since' ? sinceText(at - start) : formatClockSeconds(at)}
    </time>
  );
}

function exactly(moment: number): string {
  return formatExactTime(new Date(moment).toISOString());
}
