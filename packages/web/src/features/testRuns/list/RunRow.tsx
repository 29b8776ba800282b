import { isFinished, limits, nothingCouldPassText, type TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { openUnlessSelected, stayIfSelected } from '../../../ui/selectableText.ts';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { tellTitleBeneath } from '../../../ui/tellTitleBeneath.ts';
import { PickIcon } from '../comparison/PickButton.tsx';
import { ReviewerMenu } from '../reviews/ReviewerMenu.tsx';
import { reviewedRun } from '../reviews/reviewed.ts';
import { RerunButton } from '../status/RerunButton.tsx';
import { starterOf } from '../status/starterOf.ts';
import { useRunActions } from '../status/useRunActions.tsx';
import { RunDuration } from './RunDuration.tsx';
import styles from './RunRow.module.css';
import { RunScore } from './RunScore.tsx';

/**
 * One run, scanned left to right: status, what ran, where, how it went, how long, its tags, and what to do. The link is
 * named by what ran and lies over the row: of counts and times in its name, each change would be read out.
 */
export const RunRow = memo(function RunRow({
  run,
  to,
  mayRun,
  isPicked,
  isNew,
}: {
  run: TestRunView;
  to: string;
  mayRun: boolean;
  /** To be compared with another one. */
  isPicked: boolean;
  /** Since the person last looked at the list. */
  isNew: boolean;
}) {
  const { askToCancel } = useRunActions();
  const mayWrite = useMay('testRun.write');
  const [facts, score] = [useId(), useId()];
  const running = !isFinished(run.status);
  const tags = [...run.includeTags, ...run.excludedTags.map((tag) => `not ${tag}`), ...run.testFilters];
  const kind = [run.pipelineStageName, run.project.testingFramework].filter((part) => part !== null).join(' · ');
  return (
    <li className={running ? `${styles.row} ${styles.running}` : styles.row} data-picked={isPicked} data-new={isNew}>
      <span className={styles.status}>
        <StatusShape shape={shapeOfRun(run)} label="" />
      </span>
      <div className={styles.what}>
        <Link
          to={to}
          className={styles.link}
          data-row
          aria-describedby={`${facts} ${score}`}
          onMouseMove={tellTitleBeneath}
          onClick={stayIfSelected}
          draggable={false}
        >
          <span className="visuallyHidden">{run.statusDisplay} </span>
          <strong className={`${styles.text} truncate`} title={run.project.name}>
            {run.project.name}
          </strong>
          <span className={`${styles.text} soft tabular`}> #{run.number}</span>
          {run.testSuiteName !== null && (
            <span className={`${styles.text} soft truncate`} title={run.testSuiteName}>
              {' '}
              · {run.testSuiteName}
            </span>
          )}
        </Link>
        <div id={facts}>
          {isNew && <span className="visuallyHidden">New since you looked. </span>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link of the row is its way by keyboard */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div
            className={`${styles.meta} ${styles.facts}`}
            onClick={openUnlessSelected}
            onAuxClick={openUnlessSelected}
          >
            <span className={styles.branch}>
              <CutInMiddle text={run.branch} />
            </span>
            {run.gitRef && (
              <code className={styles.commit} title={run.commitMessage ?? undefined}>
                {run.gitRef.slice(0, limits.commitLength)}
              </code>
            )}
            {run.nothingCouldPass && <span title={nothingCouldPassText}>Inconclusive</span>}
            {run.copies > 1 && <span>{run.copies} copies</span>}
            {run.deploy && <span title={`deployed ${formatExactTime(run.deploy.createdAt)}`}>deployed</span>}
            <span className={styles.person}>{starterOf(run)}</span>
            <RelativeTime time={run.createdAt} />
          </div>
        </div>
      </div>
      <div className={styles.where}>
        <div className="truncate" title={run.environmentName}>
          {run.environmentName}
        </div>
        <div className={`${styles.meta} truncate`} title={kind}>
          {kind}
        </div>
      </div>
      <div className={styles.score} id={score}>
        <RunScore run={run} />
      </div>
      <div className={styles.duration}>
        <RunDuration run={run} />
      </div>
      <div className={styles.tags}>
        {tags.slice(0, 3).map((tag) => (
          <Tag key={tag} title={tag}>
            {tag}
          </Tag>
        ))}
        {tags.length > 3 && <Tag title={tags.slice(3).join(', ')}>+{tags.length - 3}</Tag>}
      </div>
      <div className={styles.actions}>
        {running && mayWrite && (
          <Button
            size="compact-xs"
            onClick={() => askToCancel(run)}
            aria-label={`Cancel ${run.project.name} #${run.number}`}
          >
            Cancel
          </Button>
        )}
        {!running && mayRun && run.upload === null && <RerunButton run={run} compact />}
      </div>
      {run.status !== 'CANCELED' && (
        <div className={styles.reviewer} data-taken={run.reviewerUserId !== null}>
          <ReviewerMenu reviewed={reviewedRun(run)} of={`${run.project.name} #${run.number}`} compact />
        </div>
      )}
      <div className={styles.pick}>
        <PickIcon testRunId={run.id} of={`${run.project.name} #${run.number}`} />
      </div>
    </li>
  );
});
