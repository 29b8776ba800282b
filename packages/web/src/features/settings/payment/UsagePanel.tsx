import { type AccountView, monthlyLimitsOf, type UsageMonthView } from '@assay/contract';
import { useGetUsageHistoryQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClock } from '../../../ui/format/formatTime.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './payment.module.css';
import { dayText, monthAfter, monthText } from './usageDays.ts';

/** From this share on, a limit is near. */
const nearShare = 0.8;

type Usage = {
  label: string;
  /** Null: not known yet. */
  used: number | null;
  limit: number | null;
  note: string;
  /** Of what is used up until the next month. */
  isSpent?: true;
};

function Meter({ label, used, limit, note, isSpent }: Usage) {
  const count = used === null ? '–' : formatCount(used);
  const now = new Date(useNow(60_000));
  if (limit === null) {
    return (
      <div className={styles.meter}>
        <p className={styles.meterHead}>
          <span>
            <strong className="tabular">{count}</strong>{' '}
            <span className="soft">
              {label} in {monthText(now)}
            </span>
          </span>
        </p>
        <p className={styles.note}>no limit</p>
      </div>
    );
  }
  const share = (used ?? 0) / limit;
  const isNear = share >= nearShare;
  const isUsedUp = isSpent && share >= 1;
  return (
    <div className={styles.meter} data-near={isNear}>
      <p className={styles.meterHead}>
        <span>
          <strong className="tabular">{count}</strong>{' '}
          <span className="soft">
            of {formatCount(limit)} {label}
          </span>
        </span>
        <span className={styles.share}>
          {isUsedUp && <StatusShape shape="ignored" label="" />}{' '}
          {isUsedUp ? 'used up' : used !== null && `${Math.floor(share * 100)}%`}
        </span>
      </p>
      <meter className="visuallyHidden" aria-label={label} min={0} max={limit} value={Math.min(used ?? 0, limit)} />
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ width: `${Math.min(share, 1) * 100}%` }} />
        <div className={styles.notch} />
      </div>
      <p className={styles.note}>{note}</p>
    </div>
  );
}

/** The month is too young to say where its usage leads. */
const youngMs = 2 * 86_400_000;

/** @returns when a limit of a month (UTC) is reached if usage goes on like this; otherwise, when the next month starts */
function outlook(used: number, limit: number | null, now: Date): string {
  const [start, end] = [Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1), monthAfter(now)];
  const passed = now.getTime() - start;
  const again = `starts again ${dayText(end)}`;
  if (limit === null || used === 0 || used >= limit || passed < youngMs) return again;
  const full = new Date(start + (passed * limit) / used);
  return full < end ? `used up on ${dayText(full)} at this rate · ${again}` : again;
}

/** The month of the usage, and when it was counted. */
export function UsageTime({ countedAt }: { countedAt: number | undefined }) {
  const now = new Date(useNow(60_000));
  return (
    <span className={`${styles.asOf} tabular`}>
      Usage of {monthText(now)} (UTC)
      {countedAt !== undefined && `, as of ${formatClock(new Date(countedAt).toISOString())}`}
    </span>
  );
}

/** @returns which share of the testing minutes was reached last, and whether a mail said so */
function reachedText({ reached }: UsageMonthView): string | null {
  const last = reached.at(-1);
  return last ? `${last.percent}% on ${dayText(new Date(last.at))}${last.mailedAt ? ', mailed' : ''}` : null;
}

/** What the account has used this month (UTC) of what its plan includes. */
export function UsagePanel({ account }: { account: AccountView }) {
  const { data: history } = useGetUsageHistoryQuery();
  const now = new Date(useNow(60_000));
  const monthly = monthlyLimitsOf({ ...account, tier: account.currentPlan });
  const analyses = history?.analyses ?? null;
  const minutes = monthly?.testingMinutes ?? null;
  const analysesLimit = monthly?.analysedRuns ?? null;
  const month = history?.months[0];
  const runnersNow = history && `${formatCount(history.runners)} now`;
  return (
    <section className={styles.usage} aria-label={`Usage of ${monthText(now)}`}>
      <Meter
        label="testing minutes"
        used={account.totalTestingMinutes}
        limit={minutes}
        note={[month && reachedText(month), outlook(account.totalTestingMinutes, minutes, now)]
          .filter(Boolean)
          .join(' · ')}
        isSpent
      />
      <Meter
        label="runners at once"
        used={month?.peakRunners ?? null}
        limit={account.numberOfRunners}
        note={
          month && month.peakRunners > 0
            ? `the most, on ${dayText(new Date(month.peakAt))} · ${runnersNow}`
            : (runnersNow ?? '')
        }
      />
      <Meter
        label="Test Run Analyses"
        used={analyses}
        limit={analysesLimit}
        note={outlook(analyses ?? 0, analysesLimit, now)}
        isSpent
      />
    </section>
  );
}
