import { messages, type ReleaseCriterionView, type ReleaseView } from '@assay/contract';
import { Checkbox } from '@mantine/core';
import { useMay } from '../../connection/currentUser.ts';
import { useToggleReleaseCriterionMutation } from '../../connection/serviceHooks.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { showDone } from '../../ui/showDone.ts';
import { showFailure } from '../../ui/showFailure.ts';
import { RuledCriterion } from './RuledCriterion.tsx';
import styles from './releases.module.css';

type Props = {
  title: string;
  /** Next to the title, as long as the release has no decision. */
  note?: string | undefined;
  criteria: readonly ReleaseCriterionView[];
  release: Pick<ReleaseView, 'id' | 'decision'>;
};

/** Criteria of a release: those of people as boxes, the others with what their rules answer. */
export function CriteriaGroup({ title, note, criteria, release }: Props) {
  const shownNote = release.decision === null ? note : 'locked by the decision';
  return (
    <section aria-label={title}>
      <header className={styles.groupHead}>
        <h2 className={styles.groupTitle}>{title}</h2>
        <span className="soft tabular">{criteria.length}</span>
        {shownNote && <span className={styles.groupNote}>{shownNote}</span>}
      </header>
      <ul className={styles.rows}>
        {criteria.map((criterion) =>
          criterion.rule === null ? (
            <Criterion key={criterion.id} criterion={criterion} release={release} />
          ) : (
            <RuledCriterion key={criterion.id} criterion={criterion} release={release} />
          ),
        )}
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
