import type { ReleaseCriterionView, ReleaseDecisionView, ReleaseView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import styles from './releases.module.css';

type Props = { release: ReleaseView; criteria: readonly ReleaseCriterionView[] };

/** Who decided what, when, why, and what was open: the latest decision first. */
export function DecisionHistory({ release: { id, decisions }, criteria }: Props) {
  const path = useAccountPath();
  const texts = new Map(criteria.map(({ id, text }) => [id, text]));
  return (
    <section className={`${list.list} ${styles.rail}`} aria-label="Decisions">
      <h2 className={styles.groupTitle}>{decisions.length === 1 ? 'Decision' : 'Decisions'}</h2>
      <ol className={styles.decisions} reversed>
        {decisions
          .map((decided, at) => (
            <Decided
              key={decided.decidedAt}
              decided={decided}
              texts={texts}
              to={path(`dashboard/release-readiness/releases/${id}/decisions/${at + 1}/evidence`)}
            />
          ))
          .toReversed()}
      </ol>
    </section>
  );
}

type DecidedProps = { decided: ReleaseDecisionView; texts: ReadonlyMap<string, string>; to: string };

function Decided({ decided, texts, to }: DecidedProps) {
  const { decision, reason, decidedBy, decidedAt, openCriterionIds } = decided;
  return (
    <li className={styles.decided}>
      <p>
        <strong data-decision={decision}>{decision}</strong>
        <span className={styles.note}>
          {' '}
          {decidedBy && `${decidedBy.fullName}, `}
          <RelativeTime time={decidedAt} />
        </span>
      </p>
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      <p className={styles.note}>
        <Link className="link" to={to}>
          Evidence
        </Link>
      </p>
      {openCriterionIds.length > 0 && (
        <>
          <p className={styles.note}>Open at that time</p>
          <ul className={styles.wereOpen}>
            {openCriterionIds.map((id) => (
              <li key={id}>{texts.get(id) ?? id}</li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
