import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconGitCompare } from '../../../ui/icons/icons.ts';
import styles from './picks.module.css';
import { usePickedRuns } from './usePickedRuns.ts';

const add = 'Add to Test Comparison';
const remove = 'Remove from Test Comparison';

/** Picks a run to be compared with another one. */
export function PickButton({ testRunId }: { testRunId: string }) {
  const { picked, flip } = usePickedRuns();
  const isPicked = picked.includes(testRunId);
  return (
    <Button
      className="iconWhenNarrow"
      leftSection={<IconGitCompare size={14} stroke={1.75} aria-hidden />}
      variant={isPicked ? 'light' : 'default'}
      aria-pressed={isPicked}
      onClick={() => flip(testRunId)}
    >
      {isPicked ? remove : add}
    </Button>
  );
}

/** The same in a row, as an icon. */
export function PickIcon({ testRunId, of }: { testRunId: string; of: string }) {
  const { picked, flip } = usePickedRuns();
  const isPicked = picked.includes(testRunId);
  return (
    <Tooltip label={isPicked ? remove : add}>
      <ActionIcon
        className={styles.icon}
        variant={isPicked ? 'filled' : 'subtle'}
        color={isPicked ? 'indigo' : 'gray'}
        aria-label={`${isPicked ? remove : add}: ${of}`}
        aria-pressed={isPicked}
        onClick={() => flip(testRunId)}
      >
        <IconGitCompare size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
