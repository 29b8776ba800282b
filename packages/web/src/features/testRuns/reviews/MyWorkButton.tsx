import { ActionIcon, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { IconInbox } from '../../../ui/icons/icons.ts';
import styles from './MyWorkButton.module.css';
import { useMyWorkCount } from './reviewEndpoints.ts';

/** To 'My work', with how much there is. */
export function MyWorkButton() {
  const path = useAccountPath();
  const count = useMyWorkCount();
  return (
    <Tooltip label="My work">
      <ActionIcon
        component={Link}
        to={path('my-work')}
        className={styles.button}
        aria-label={count === 0 ? 'My work' : `My work, ${count}`}
      >
        <IconInbox size={16} stroke={1.75} />
        {count > 0 && (
          <span className={`${styles.badge} tabular`} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
