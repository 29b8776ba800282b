import { messages, type ReleaseCriterionView, type ReleaseView } from '@assay/contract';
import { Checkbox } from '@mantine/core';
import { useMay } from '../../connection/currentUser.ts';
import { useToggleReleaseCriterionMutation } from '../../connection/serviceHooks.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { showDone } from '../../ui/showDone.ts';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './releases.module.css';

type Props = {
  title: string;
  criteria: readonly ReleaseCriterionView[];
  release: Pick<ReleaseView, 'id' | 'decision'>;
};

/** Criteria of a release as boxes: administrators tick them until the release has a decision. */
export function CriteriaGroup({ title, criteria, release }: Props) {
  return (
    <section aria-label={title}>
      <header className={styles.groupHead}>
        <h2 className={styles.groupTitle}>{title}</h2>
        <span className="soft tabular">{criteria.length}</span>
        {release.decision !== null && <span className={styles.groupNote}>locked by the decision</span>}
      </header>
      <ul className={styles.rows}>
        {criteria.map((criterion) => (
          <Criterion key={criterion.id} criterion={criterion} release={release} />
        ))}
      </ul>
    </section>
  );
}

function Criterion({ criterion, release }: { criterion: ReleaseCriterionView; release: Props['release'] }) {
  const { id, text, completedAt, completedBy } = criterion;
  const mayWrite = useMay('release.write');
  const [toggle, { isLoading }] = useToggleReleaseCriterionMutation();

  async function change(completed: boolean): Promise<void> {
    const { error } = await toggle({ params: { releaseId: release.id, id }, query: { completed } });
    if (error) showFailure(error);
    else showDone(messages.releaseCriteriaUpdated);
  }

  return (
    <li className={styles.criterion}>
      <Checkbox
        className={styles.box}
        label={text}
        checked={completedAt !== null}
        disabled={!mayWrite || release.decision !== null}
        aria-busy={isLoading}
        data-row
        onChange={(event) => {
          if (!isLoading) void change(event.currentTarget.checked);
        }}
      />
      {completedAt !== null && (
        <span className={styles.note}>
          {completedBy && `${completedBy.fullName}, `}
          <RelativeTime time={completedAt} />
        </span>
      )}
    </li>
  );
}
