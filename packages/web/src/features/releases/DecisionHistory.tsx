import type { ReleaseCriterionView, ReleaseDecisionView, ReleaseView } from '@assay/contract';
import list from '../../ui/list.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import styles from './releases.module.css';

type Props = { release: ReleaseView; criteria: readonly ReleaseCriterionView[] };

/** Who decided what, when, why, and what was open: the latest decision first. */
export function DecisionHistory({ release: { decisions }, criteria }: Props) {
  const texts = new Map(criteria.map(({ id, text }) => [id, text]));
  return (
    <section className={`${list.list} ${styles.rail}`} aria-label="Decisions">
      <h2 className={styles.groupTitle}>{decisions.length === 1 ? 'Decision' : 'Decisions'}</h2>
      <ol className={styles.decisions} reversed>
        {decisions.toReversed().map((decided) => (
          <Decided key={decided.decidedAt} decided={decided} texts={texts} />
        ))}
      </ol>
    </section>
  );
}

type DecidedProps = { decided: ReleaseDecisionView; texts: ReadonlyMap<string, string> };

function Decided({ decided: { decision, reason, decidedBy, decidedAt, openCriterionIds }, texts }: DecidedProps) {
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
