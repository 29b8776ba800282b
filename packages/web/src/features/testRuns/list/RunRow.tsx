import { isFinished, limits, nothingCouldPassText, type TestRunView } from '@assay/contract';
import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../connection/currentUser.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { IconPlayerStop } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { openUnlessSelected, stayIfSelected } from '../../../ui/selectableText.ts';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { tellTitleBeneath } from '../../../ui/tellTitleBeneath.ts';
import { PickIcon } from '../comparison/PickButton.tsx';
import { usePickedRuns } from '../comparison/usePickedRuns.ts';
import { ReviewerMenu } from '../reviews/ReviewerMenu.tsx';
import { reviewedRun } from '../reviews/reviewed.ts';
import { RerunButton } from '../status/RerunButton.tsx';
import { starterOf } from '../status/starterOf.ts';
import { useRunActions } from '../status/useRunActions.tsx';
import { RunDuration } from './RunDuration.tsx';
import styles from './RunRow.module.css';
import { RunScore } from './RunScore.tsx';
import { rowKeys } from './useRunKeys.ts';

const shownTags = 3;
/** Branches up to this length are never cut. */
const shortBranch = 16;

/**
 * One run, scanned left to right: status, what ran, where, how it went, how long. The link is named by what ran and lies
 * over the row: of counts and times in its name, each change would be read out.
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
  isPicked: boolean;
  /** Since the person last looked at the list. */
  isNew: boolean;
}) {
  const [facts, score] = [useId(), useId()];
  const running = !isFinished(run.status);
  const name = `${run.project.name} #${run.number}`;
  const stage = run.pipelineStageName ?? 'No Stage';
  return (
    <li
      className={running ? `${styles.row} ${styles.running}` : styles.row}
      data-picked={isPicked}
      data-new={isNew}
      data-run
    >
      <span className={styles.status}>
        <StatusShape shape={shapeOfRun(run)} label="" />
        <PickBox testRunId={run.id} name={name} isPicked={isPicked} />
      </span>
      <div className={styles.what}>
        <div className={styles.title}>
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
            <span className={`${styles.text} ${styles.number} soft tabular`}> #{run.number}</span>
            {run.testSuiteName !== null && (
              <span className={`${styles.text} soft truncate`} title={run.testSuiteName}>
                {' '}
                · {run.testSuiteName}
              </span>
            )}
          </Link>
          <RunTags run={run} />
          {run.status !== 'CANCELED' && (
            <span className={styles.reviewer} data-taken={run.reviewerUserId !== null} {...rowKeys.a}>
              <ReviewerMenu reviewed={reviewedRun(run)} of={name} compact />
            </span>
          )}
        </div>
        <div id={facts} className={styles.below}>
          {isNew && <span className="visuallyHidden">New since you looked. </span>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link of the row is its way by keyboard */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div
            className={`${styles.meta} ${styles.facts}`}
            onClick={openUnlessSelected}
            onAuxClick={openUnlessSelected}
          >
            <span className={styles.branch} data-short={run.branch.length <= shortBranch}>
              <CutInMiddle text={run.branch} />
            </span>
            {run.gitRef && (
              <code className={styles.commit} title={run.commitMessage ?? undefined}>
                {run.gitRef.slice(0, limits.commitLength)}
              </code>
            )}
            <span className={styles.person} title={starterOf(run)}>
              {starterOf(run)}
            </span>
            <RelativeTime time={run.createdAt} />
          </div>
        </div>
      </div>
      <div className={styles.where}>
        <div className="truncate" title={run.environmentName}>
          {run.environmentName}
        </div>
        <div className={`${styles.meta} ${styles.stage} truncate`} title={stage}>
          {stage}
        </div>
      </div>
      <div className={styles.score} id={score}>
        <RunScore run={run} />
      </div>
      <div className={styles.duration}>
        <RunDuration run={run} />
      </div>
      <div className={styles.actions}>
        {running ? <CancelIcon run={run} /> : mayRun && run.upload === null && <RerunOfRow run={run} />}
        <span {...rowKeys.c}>
          <PickIcon testRunId={run.id} of={name} />
        </span>
      </div>
    </li>
  );
});

/** Picks the run together with others, in place of its status while the row is pointed at or any run is picked. */
function PickBox({ testRunId, name, isPicked }: { testRunId: string; name: string; isPicked: boolean }) {
  const { flip } = usePickedRuns();
  return (
    <Checkbox
      className={styles.box}
      size="xs"
      checked={isPicked}
      aria-label={`Select ${name}`}
      onChange={() => flip(testRunId)}
    />
  );
}

function RunTags({ run }: { run: TestRunView }) {
  const { includeTags, excludedTags, testFilters, attributes } = run;
  const tags = [...includeTags, ...excludedTags.map((tag) => `not ${tag}`), ...testFilters, ...attributes];
  return (
    <span className={styles.tags}>
      {run.nothingCouldPass && <Tag title={nothingCouldPassText}>Inconclusive</Tag>}
      {run.copies > 1 && <Tag>{run.copies} copies</Tag>}
      {run.deploy && <Tag title={`deployed ${formatExactTime(run.deploy.createdAt)}`}>deployed</Tag>}
      {tags.slice(0, shownTags).map((tag) => (
        <Tag key={tag} title={tag}>
          {tag}
        </Tag>
      ))}
      {tags.length > shownTags && <Tag title={tags.slice(shownTags).join(', ')}>+{tags.length - shownTags}</Tag>}
    </span>
  );
}

function RerunOfRow({ run }: { run: TestRunView }) {
  return (
    <span {...rowKeys.r}>
      <RerunButton run={run} compact />
    </span>
  );
}

function CancelIcon({ run }: { run: TestRunView }) {
  const { askToCancel } = useRunActions();
  if (!useMay('testRun.write')) return null;
  return (
    <Tooltip label="Cancel">
      <ActionIcon
        variant="default"
        aria-label={`Cancel ${run.project.name} #${run.number}`}
        onClick={() => askToCancel(run)}
      >
        <IconPlayerStop size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
