import type { GateEvidence, ReleaseCriterionView, ReleaseView } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../connection/currentUser.ts';
import { useWithdrawCriterionOverrideMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { IconFlag } from '../../ui/icons/icons.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusShape } from '../../ui/StatusShape.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import { standingOf, standingTexts } from './criterionStanding.ts';
import { OverrideModal } from './OverrideModal.tsx';
import styles from './releases.module.css';

type Props = { criterion: ReleaseCriterionView; release: Pick<ReleaseView, 'id' | 'decision'> };

/** A criterion that a rule answers: what it answers, by which runs, and whether that is overridden. */
export function RuledCriterion({ criterion, release }: Props) {
  const { text, answer, override } = criterion;
  const { title, shape } = standingTexts[standingOf(criterion)];
  const mayWrite = useMay('release.write') && release.decision === null;
  const [cited, ...more] = answer?.evidence ?? [];
  return (
    <li className={`${styles.criterion} ${styles.ruled}`}>
      <span className={styles.ruledShape}>
        {override === null ? (
          <StatusShape shape={shape} label={title} />
        ) : (
          <IconFlag size={15} stroke={2} className={styles.flag} role="img" aria-label={title} />
        )}
      </span>
      <div className={styles.ruledText}>
        <span className={styles.wrapped}>{text}</span>
        <span className={`${styles.note} ${styles.wrapped}`}>
          {answer?.reason ?? 'Not answered yet'}
          {cited && <Cited evidence={cited} />}
          {more.length > 0 && ` · ${`${more.length} more`}`}
        </span>
        {override && (
          <p className={styles.override}>
            <span className="soft">
              {override.overriddenBy && `${override.overriddenBy.fullName}, `}
              <RelativeTime time={override.overriddenAt} />{' '}
            </span>
            {override.reason}
          </p>
        )}
      </div>
      {mayWrite && <Actions criterion={criterion} />}
    </li>
  );
}

function Cited({ evidence: { testRunId, number, endTime } }: { evidence: GateEvidence }) {
  const path = useAccountPath();
  if (testRunId === null) return null;
  return (
    <>
      {' · '}
      <Link className="link inText" to={path(`test-runs/${testRunId}`)}>
        {number === null ? 'run' : `run #${number}`}
      </Link>
      {endTime !== null && (
        <>
          {' · '}
          <RelativeTime time={endTime} />
        </>
      )}
    </>
  );
}

function Actions({ criterion }: { criterion: ReleaseCriterionView }) {
  const { releaseId, id, text, override } = criterion;
  const [opened, setOpened] = useState(false);
  const [withdraw, { isLoading }] = useWithdrawCriterionOverrideMutation();

  async function takeBack(): Promise<void> {
    const { error } = await withdraw({ params: { releaseId, id } });
    if (error) showFailure(error);
  }

  if (override !== null) {
    return (
      <Button size="xs" loading={isLoading} aria-label={`Take back the override of ${text}`} onClick={takeBack}>
        Take back
      </Button>
    );
  }
  if (!criterion.isOpen) return null;
  return (
    <>
      <Button size="xs" aria-label={`Override ${text}`} onClick={() => setOpened(true)}>
        Override
      </Button>
      <OverrideModal opened={opened} criterion={criterion} onClose={() => setOpened(false)} />
    </>
  );
}
