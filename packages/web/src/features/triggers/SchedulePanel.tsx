import { cronTimes, isScheduled, type TriggerView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { formatTime } from '../../ui/format/formatTime.ts';
import { useNow } from '../../ui/useNow.ts';
import { SlotLine } from './SlotLine.tsx';
import { type ClockChange, clockChanges, clockOf, isValidSchedule, outsideChanges, wordsOf } from './scheduleText.ts';
import type { TriggerForm } from './triggerForm.ts';
import styles from './triggers.module.css';

const shownTimes = 5;

const inZone = (time: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(time);
const clock = (time: Date, timeZone: string) => inZone(time, timeZone, { hour: '2-digit', minute: '2-digit' });
const date = (time: Date, timeZone: string) =>
  inZone(time, timeZone, { weekday: 'short', day: '2-digit', month: 'short' });

const day = 24 * 3_600_000;
/** @returns how long it is until then */
function away(time: Date, now: number): string {
  const days = Math.round((time.getTime() - now) / day);
  return time.getTime() - now < day ? formatTime(time.toISOString(), now) : `in ${days} d`;
}

/** What the schedule means, computed while it is typed by what fires it; and what became of its last times. */
export function SchedulePanel({ trigger, disabled }: { trigger: TriggerView | null; disabled: boolean }) {
  const { values: form } = useFormikContext<TriggerForm>();
  return (
    <aside className={styles.panel} aria-label="Schedule">
      {isScheduled(form.type) ? (
        <Times cron={form.cron} timeZone={form.timeZone || null} disabled={disabled} />
      ) : (
        <section>
          <h2 className={styles.words}>{form.type === 'now' ? 'Manual only' : 'After each deploy'}</h2>
          <p className={styles.hint}>
            {form.type === 'now'
              ? 'Nothing starts it by itself.'
              : `It starts ${form.settleSeconds || 0} s after the last deploy, once for each.`}
          </p>
        </section>
      )}
      {trigger && trigger.slots.length > 0 && (
        <section>
          <h2 className={styles.label}>Last times</h2>
          <ul className={styles.slots}>
            {trigger.slots.map((slot) => (
              <SlotLine key={slot.id} slot={slot} />
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Times({ cron, timeZone, disabled }: { cron: string; timeZone: string | null; disabled: boolean }) {
  const now = useNow(60_000);
  const known = useMemo(() => {
    const at = new Date(now);
    if (!isValidSchedule({ cron, timeZone }, at)) return null;
    const times = cronTimes({ cron, timeZone }).next(shownTimes, at);
    return { times, changes: clockChanges({ cron, timeZone }, at) };
  }, [cron, timeZone, now]);
  if (known === null) {
    return (
      <section>
        <h2 className={styles.words}>No upcoming runs</h2>
        <p className={styles.hint}>Enter a schedule to preview upcoming runs.</p>
      </section>
    );
  }
  const local = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <section>
        <h2 className={styles.words}>{wordsOf(cron)}</h2>
        <p className={styles.hint}>{timeZone ?? 'UTC'}</p>
      </section>
      <section>
        <table className={`${styles.times} tabular`}>
          <thead>
            <tr>
              <th scope="col">Next five times</th>
              <th scope="col">{local}</th>
              <th scope="col">UTC</th>
              <th scope="col">
                <span className="visuallyHidden">From now</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {known.times.map((time) => (
              <tr key={time.getTime()}>
                <td>{date(time, local)}</td>
                <td>{clock(time, local)}</td>
                <td>{clock(time, 'UTC')}</td>
                <td className={styles.away}>{away(time, now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {known.changes.length > 0 && timeZone !== null && (
        <section className={styles.warning} role="status">
          <h2 className={styles.label}>Daylight saving moves this trigger</h2>
          {known.changes.map((change) => (
            <p key={change.at.getTime()}>{changeText(change, timeZone)}</p>
          ))}
          {!disabled && <WaysOut cron={cron} timeZone={timeZone} />}
        </section>
      )}
    </>
  );
}

/** Moves the schedule to where no clock is changed: to another hour of the day, or to UTC. */
function WaysOut({ cron, timeZone }: { cron: string; timeZone: string }) {
  const { setFieldValue } = useFormikContext<TriggerForm>();
  const other = useMemo(() => outsideChanges({ cron, timeZone }, new Date()), [cron, timeZone]);
  return (
    <div className={styles.waysOut}>
      {other !== null && (
        <UnstyledButton className="link fingerTall" onClick={() => void setFieldValue('cron', other)}>
          Use {clockOf(other)}
        </UnstyledButton>
      )}
      <UnstyledButton className="link fingerTall" onClick={() => void setFieldValue('timeZone', '')}>
        Use UTC
      </UnstyledButton>
    </div>
  );
}

function changeText({ kind, wall, at }: ClockChange, timeZone: string): string {
  const night = inZone(at, timeZone, { day: 'numeric', month: 'short', year: 'numeric' });
  const asked = clock(wall, 'UTC');
  const fires = `${clock(at, timeZone)} (${clock(at, 'UTC')} UTC)`;
  return kind === 'skipped'
    ? `On ${night} there is no ${asked}: it fires at ${fires}.`
    : `On ${night} ${asked} comes twice. A fixed time fires once, at the first; what recurs within hours fires in both.`;
}
