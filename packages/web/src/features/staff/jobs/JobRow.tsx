import type { ScheduledJobView } from '@assay/contract';
import { Button, Switch } from '@mantine/core';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime, timeOf } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import { type Shape, StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import type { JobAction } from './JobReasonModal.tsx';
import styles from './jobs.module.css';

const columns = 8;

function shapeOf({ enabled, running, lastError, lastStartTime }: ScheduledJobView): [Shape, string] {
  if (running) return ['running', 'running'];
  if (!enabled) return ['notRun', 'off'];
  if (lastError !== null) return ['fail', 'failed'];
  return lastStartTime === null ? ['pending', 'not run yet'] : ['pass', 'succeeded'];
}

const personOf = ({ by: { fullName } }: { by: { fullName: string | null } }) => fullName ?? 'a former user';

/** One job, with its error, its last run on demand and why it is off below. */
export function JobRow({ job, onAction }: { job: ScheduledJobView; onAction: (action: JobAction) => void }) {
  const { id, className, functionName, enabled, running, lastStartTime, lastDuration, nextRunTime, requested } = job;
  const [shape, label] = shapeOf(job);
  return (
    <tbody>
      <tr data-row={id} tabIndex={-1}>
        <td>
          <span className={styles.name}>
            <StatusShape shape={shape} label={label} />
            <span>
              <strong>{className}</strong>.{functionName}
            </span>
          </span>
        </td>
        <td className="soft">{job.frequencyDisplay}</td>
        <td>
          <Switch
            size="xs"
            checked={enabled}
            aria-label={`${id} enabled`}
            onChange={() => onAction({ kind: enabled ? 'turnOff' : 'turnOn', job })}
          />
        </td>
        <td>
          {running && lastStartTime !== null ? (
            <span className={styles.running}>
              running <RunningDuration since={lastStartTime} />
            </span>
          ) : (
            lastStartTime !== null && <Ago time={lastStartTime} />
          )}
        </td>
        <td className={`${styles.numeric} tabular`}>{lastDuration !== null && formatDuration(lastDuration)}</td>
        <td>
          <RunBars job={job} />
        </td>
        <td className="soft">{nextOf(running, nextRunTime)}</td>
        <td className={styles.numeric}>
          {running || requested !== null ? (
            <span className="soft">{running ? 'still running' : 'requested'}</span>
          ) : (
            <Button size="compact-xs" aria-label={`Run now: ${id}`} onClick={() => onAction({ kind: 'run', job })}>
              Run now
            </Button>
          )}
        </td>
      </tr>
      <JobDetails job={job} />
    </tbody>
  );
}

function nextOf(running: boolean, nextRunTime: string | null) {
  if (running) return 'when it ends';
  return nextRunTime === null ? '–' : <Ago time={nextRunTime} isNext />;
}

/** Seconds matter here, where most jobs run several times a minute. */
function Ago({ time, isNext = false }: { time: string; isNext?: boolean }) {
  const now = useNow(1_000);
  const passed = Math.round((timeOf(time) - now) / 1_000);
  // The next run is read now and then; one that is due has begun, or is about to.
  const seconds = isNext ? Math.max(passed, 0) : passed;
  if (Math.abs(seconds) >= 60) return <RelativeTime time={time} />;
  const text = seconds > 0 ? `in ${seconds} s` : seconds < 0 ? `${-seconds} s ago` : 'now';
  return (
    <time dateTime={time} title={formatExactTime(time)} className="tabular">
      {text}
    </time>
  );
}

function JobDetails({
  job: { enabled, toggled, lastError, failures, failingSince, lastRequest },
}: {
  job: ScheduledJobView;
}) {
  return (
    <>
      {lastError !== null && (
        <tr>
          <td colSpan={columns} className={styles.detail}>
            <p className={styles.error}>
              {lastError}
              {failures > 1 && failingSince !== null && (
                <>
                  , {formatCount(failures)} times since <RelativeTime time={failingSince} />
                </>
              )}
            </p>
          </td>
        </tr>
      )}
      {lastRequest && (
        <tr>
          <td colSpan={columns} className={styles.detail}>
            <span className={styles.request}>
              <span>
                Run by {personOf(lastRequest)} <RelativeTime time={lastRequest.at} />, “{lastRequest.reason}”
              </span>
              <RequestOutcome request={lastRequest} />
            </span>
          </td>
        </tr>
      )}
      {!enabled && toggled && (
        <tr>
          <td colSpan={columns} className={`${styles.detail} soft`}>
            off since <RelativeTime time={toggled.at} /> by {personOf(toggled)}, “{toggled.reason}”
          </td>
        </tr>
      )}
    </>
  );
}

function RequestOutcome({ request }: { request: NonNullable<ScheduledJobView['lastRequest']> }) {
  const { duration, error, dbRequests } = request;
  if (duration === null) return <span className={styles.running}>running</span>;
  return (
    <>
      <span className={error === null ? styles.passed : styles.failed}>
        <StatusShape shape={error === null ? 'pass' : 'fail'} label="" />{' '}
        {error === null ? `ran in ${formatDuration(duration)}` : `failed after ${formatDuration(duration)}`}
      </span>
      <span className="soft">
        {formatCount(dbRequests)} store request{dbRequests === 1 ? '' : 's'}
      </span>
    </>
  );
}

const places = 20;
const step = 6;
const height = 18;

/** The last runs as bars on their own scale, newest on the right. */
function RunBars({ job: { lastRuns } }: { job: ScheduledJobView }) {
  const longest = Math.max(1, ...lastRuns.map(({ duration }) => duration));
  const failed = lastRuns.filter((run) => run.failed).length;
  return (
    <svg
      className={styles.bars}
      width={places * step}
      height={height}
      role="img"
      aria-label={lastRuns.length === 0 ? 'no runs yet' : `${failed} of the last ${lastRuns.length} runs failed`}
    >
      {lastRuns.map((run, index) => {
        const high = 3 + Math.round((run.duration / longest) * (height - 3));
        return (
          <rect
            key={run.startTime}
            x={(places - lastRuns.length + index) * step}
            y={height - high}
            width={step - 2}
            height={high}
            className={run.failed ? styles.failedBar : styles.bar}
          />
        );
      })}
    </svg>
  );
}
