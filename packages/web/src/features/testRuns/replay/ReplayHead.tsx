import type { TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useCopy } from '../../../ui/copy/useCopy.ts';
import { formatClockSeconds } from '../../../ui/format/formatTime.ts';
import { IconLink } from '../../../ui/icons/icons.ts';
import { KeyHint } from '../../../ui/KeyHint.tsx';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { useRunListPath } from '../list/runListPlace.ts';
import styles from './Replay.module.css';

/** The run's name with the moment it is shown at, and the ways out. */
export function ReplayHead({
  run,
  now,
  place,
  leaveTo,
}: {
  run: TestRunView;
  /** The moment, in milliseconds since 1970. */
  now: number;
  place: number;
  leaveTo: string;
}) {
  const list = useRunListPath();
  const navigate = useNavigate();
  const { copied, copy } = useCopy(async () => {
    const address = new URL(window.location.href);
    address.searchParams.set('at', String(Math.round(place)));
    return address.href;
  });
  useShortcut('Escape', () => void navigate(leaveTo));
  return (
    <ScreenHead
      back={{ to: list, label: 'Test Runs' }}
      documentTitle={`Replay of ${run.project.name} #${run.number}`}
      title={
        <>
          <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} size={16} />
          <span className="truncate">{run.project.name}</span>
          <span className={`${styles.number} tabular`}>#{run.number}</span>
          <span className={`${styles.stood} tabular`}>
            as it stood at <strong>{formatClockSeconds(now)}</strong>
          </span>
        </>
      }
      actions={
        <>
          <Button leftSection={<IconLink size={16} stroke={1.75} />} onClick={copy}>
            {copied ? 'Copied' : 'Copy link'}
          </Button>
          <Button component={Link} to={leaveTo} rightSection={<KeyHint>Esc</KeyHint>}>
            Leave replay
          </Button>
        </>
      }
    />
  );
}
