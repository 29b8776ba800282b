import { type AccountView, monthlyLimitsOf } from '@assay/contract';
import { useListAgentsQuery } from '../../../connection/serviceHooks.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
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
            <strong className="tabular">{formatCount(used)}</strong> {label}
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
          <strong className="tabular">{formatCount(used)}</strong> of {formatCount(limit)} {label}
        </span>
        <span className={styles.share}>{shareText(used, limit)}</span>
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

/** What the account has used this month (UTC) of what its plan includes. */
export function UsagePanel({ account }: { account: AccountView }) {
  const { data: agents = [] } = useListAgentsQuery();
  const monthly = monthlyLimitsOf({ ...account, tier: account.currentPlan });
  const left = account.monthlyTestRunAnalysisQuotaRemaining;
  const analyses = monthly && left !== null ? Math.max(monthly.analysedRuns - left, 0) : 0;
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-US', { timeZone: 'UTC', ...options });
  const month = format(now, { month: 'long' });
  const startsAgain = `starts again ${format(next, { month: 'short', day: 'numeric' })}`;
  return (
    <section className={styles.usage} aria-label={`Usage of ${month}`}>
      <Meter
        label="testing minutes"
        used={account.totalTestingMinutes}
        limit={monthly?.testingMinutes ?? null}
        note={startsAgain}
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
        limit={monthly && left !== null ? monthly.analysedRuns : null}
        note={startsAgain}
      />
    </section>
  );
}
