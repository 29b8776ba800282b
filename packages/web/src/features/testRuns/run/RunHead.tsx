import {
  displayOfStatus,
  finishedStatuses,
  isFinished,
  limits,
  nothingCouldPassText,
  type TestRunView,
} from '@assay/contract';
import { Button, Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Ref, useRef } from 'react';
import { Link } from 'react-router';
import { useMay, useMayRun } from '../../../connection/currentUser.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { CopyableId } from '../../../ui/copy/CopyableId.tsx';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { IconChevronDown } from '../../../ui/icons/icons.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { durationOfRun, timeLeft } from '../../../ui/runTiming.ts';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun, shapeOfStatus } from '../../../ui/shapeOfRun.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { PickButton } from '../comparison/PickButton.tsx';
import { FollowButton } from '../following/FollowButton.tsx';
import { FollowersFact } from '../following/FollowersFact.tsx';
import { useRunListPath } from '../list/runListPlace.ts';
import { useMoment } from '../replay/moment.ts';
import { ReplayButton } from '../replay/ReplayButton.tsx';
import { RunReview } from '../reviews/RunReview.tsx';
import { RerunButton, type RerunHandle } from '../status/RerunButton.tsx';
import { runTitle } from '../status/runTitle.ts';
import { useRunActions } from '../status/useRunActions.tsx';
import { CommitInfoModal } from './CommitInfoModal.tsx';
import styles from './RunHead.module.css';
import { RunInfo } from './RunInfo.tsx';
import { RunMenu } from './RunMenu.tsx';
import { Starter } from './Starter.tsx';

/** The run's name and number, its actions, and its facts in one line. */
export function RunHead({ run }: { run: TestRunView }) {
  const list = useRunListPath();
  const rerunHandle = useRef<RerunHandle>(null);
  useShortcut('r', () => rerunHandle.current?.open());
  return (
    <>
      <ScreenHead
        back={{ to: list, label: 'Test Runs' }}
        documentTitle={runTitle(run)}
        title={
          <>
            <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} size={16} />
            <span className="truncate" dir="auto">
              {run.project.name}
            </span>
            <span className={`${styles.number} tabular`}>#{run.number}</span>
          </>
        }
        actions={<RunButtons run={run} rerunHandle={rerunHandle} />}
      />
      <RunFacts run={run} />
      {run.statusInfo && <RunInfo run={run} statusInfo={run.statusInfo} />}
    </>
  );
}

function RunButtons({ run, rerunHandle }: { run: TestRunView; rerunHandle: Ref<RerunHandle> }) {
  const { askToSet, askToCancel, busy } = useRunActions();
  const mayWrite = useMay('testRun.write');
  const mayFollow = useMay('follow.own');
  const mayRun = useMayRun();
  const running = !isFinished(run.status);
  return (
    <div className={styles.buttons}>
      {mayFollow && <FollowButton testRunId={run.id} />}
      <ReplayButton run={run} />
      <PickButton testRunId={run.id} />
      {mayWrite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={12} stroke={2} />} loading={busy}>
              Set status
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {finishedStatuses
              .filter((status) => status !== run.status)
              .map((status) => (
                <Menu.Item
                  key={status}
                  leftSection={<StatusShape shape={shapeOfStatus(status)} label="" />}
                  onClick={() => askToSet(run, status)}
                >
                  {displayOfStatus(status)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {running && mayWrite && <Button onClick={() => askToCancel(run)}>Cancel</Button>}
      {!running && mayRun && run.upload === null && <RerunButton run={run} handle={rerunHandle} />}
      <RunMenu run={run} />
    </div>
  );
}

/** What is to be known of a run, in one line. */
export function RunFacts({ run }: { run: TestRunView }) {
  const isNow = useMoment() === null;
  const maySeeFollowers = useMay('follow.read');
  const path = useAccountPath();
  const [commitOpened, { open, close }] = useDisclosure(false);
  const running = !isFinished(run.status);
  const now = useNow(running ? 1000 : 3_600_000);
  const took = durationOfRun(run, now);
  const left = timeLeft(run, now);
  return (
    <ul className={styles.facts} aria-label="About this run">
      <li>
        <strong className={styles.status}>{run.statusDisplay}</strong>
      </li>
      {run.nothingCouldPass && <li>{nothingCouldPassText}</li>}
      {run.upload && <li>Uploaded</li>}
      {run.testSuiteName !== null && <li className="truncate">suite {run.testSuiteName}</li>}
      {run.copies > 1 && <li title="How often each test is run">{run.copies} copies</li>}
      <li>{run.environmentName}</li>
      {run.deploy && (
        <li>
          deployed <RelativeTime time={run.deploy.createdAt} />
        </li>
      )}
      <li className={styles.branch}>
        <CutInMiddle text={run.branch} />
      </li>
      {run.commit ? (
        <li>
          <CopyableId id={run.commit} length={limits.gitRefLengthOnRun} />{' '}
          <UnstyledButton className="link" fz={12} onClick={open}>
            Commit Info
          </UnstyledButton>
          <CommitInfoModal projectId={run.projectId} commit={run.commit} opened={commitOpened} onClose={close} />
        </li>
      ) : (
        run.gitRef && (
          <li>
            <code>{run.gitRef.slice(0, limits.gitRefLengthOnRun)}</code>
          </li>
        )
      )}
      <li>
        started by <Starter run={run} /> <RelativeTime time={run.createdAt} />
      </li>
      {maySeeFollowers && <FollowersFact testRunId={run.id} />}
      {took !== null && (
        <li className="tabular">
          {running ? formatRunningDuration(took) : formatDuration(took)}
          {left && `, ${left}`}
        </li>
      )}
      {running && run.nonExitedRunners > 0 && <li className="tabular">{counted(run.nonExitedRunners, 'runner')}</li>}
      {isNow && (
        <li>
          <RunReview run={run} />
        </li>
      )}
      {run.rerunOf && (
        <li>
          {kindsOfRerun[run.rerunOf.kind] ?? 'rerun of'}{' '}
          <Link className="link" to={path(`test-runs/${run.rerunOf.testRunId}`)}>
            {run.rerunOf.number === null ? 'an earlier run' : `#${run.rerunOf.number}`}
          </Link>
        </li>
      )}
    </ul>
  );
}

const kindsOfRerun: Record<string, string> = {
  whole: 'rerun of',
  failed: 'failed tests of',
  selected: 'selected tests of',
};
