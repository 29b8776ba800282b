import { type AccountView, monthlyLimitsOf } from '@assay/contract';
import { useListAgentsQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClock } from '../../../ui/format/formatTime.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import styles from './payment.module.css';

/** From this share on, a limit is near. */
const nearShare = 0.8;

type Usage = { label: string; used: number; limit: number | null; note: string };

function shareText(used: number, limit: number): string {
  return used >= limit ? 'used up' : `${Math.floor((used / limit) * 100)}%`;
}

function Meter({ label, used, limit, note }: Usage) {
  if (limit === null) {
    return (
      <div className={styles.meter}>
        <p className={styles.meterHead}>
          <span>
            <strong className="tabular">{formatCount(used)}</strong> <span className="soft">{label}</span>
          </span>
        </p>
        <p className={styles.note}>no limit</p>
      </div>
    );
  }
  const isNear = used >= limit * nearShare;
  return (
    <div className={styles.meter} data-near={isNear}>
      <p className={styles.meterHead}>
        <span>
          <strong className="tabular">{formatCount(used)}</strong>{' '}
          <span className="soft">
            of {formatCount(limit)} {label}
          </span>
        </span>
        <span className={styles.share}>
          {used >= limit && <StatusShape shape="ignored" label="" />} {shareText(used, limit)}
        </span>
      </p>
      <meter className="visuallyHidden" aria-label={label} min={0} max={limit} value={Math.min(used, limit)} />
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} style={{ width: `${Math.min(used / limit, 1) * 100}%` }} />
        <div className={styles.notch} />
      </div>
      <p className={styles.note}>{note}</p>
    </div>
  );
}

const monthText = (date: Date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long' });
const dayText = (date: Date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const monthAfter = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));

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

/** What the account has used this month (UTC) of what its plan includes. */
export function UsagePanel({ account }: { account: AccountView }) {
  const { data: agents = [] } = useListAgentsQuery();
  const now = new Date(useNow(60_000));
  const monthly = monthlyLimitsOf({ ...account, tier: account.currentPlan });
  const left = account.monthlyTestRunAnalysisQuotaRemaining;
  const analyses = monthly && left !== null ? Math.max(monthly.analysedRuns - left, 0) : 0;
  const minutes = monthly?.testingMinutes ?? null;
  const analysesLimit = monthly && left !== null ? monthly.analysedRuns : null;
  return (
    <section className={styles.usage} aria-label={`Usage of ${monthText(now)}`}>
      <Meter
        label="testing minutes"
        used={account.totalTestingMinutes}
        limit={minutes}
        note={outlook(account.totalTestingMinutes, minutes, now)}
      />
      <Meter
        label="runners at once"
        used={agents.reduce((sum, { nonExitedRunners }) => sum + nonExitedRunners, 0)}
        limit={account.numberOfRunners}
        note="at work now"
      />
      <Meter
        label="Test Run Analyses"
        used={analyses}
        limit={analysesLimit}
        note={outlook(analyses, analysesLimit, now)}
      />
    </section>
  );
}
