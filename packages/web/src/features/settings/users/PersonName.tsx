import type { ReactNode } from 'react';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { Initial } from '../../../ui/Initial.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import styles from './users.module.css';

type PersonNameProps = {
  name: string;
  email: string;
  note?: ReactNode;
  isMe?: boolean;
  /** When the role ends that they took as staff; null: it stays. */
  staffUntil?: string | null;
};

/** Who somebody is; address and note are under the name where their own columns have no room. */
export function PersonName({ name, email, note, isMe = false, staffUntil = null }: PersonNameProps) {
  return (
    <div className={styles.person}>
      <Initial name={name} isMe={isMe} />
      <div className={styles.names}>
        <div className={styles.name}>
          <strong className="truncate" title={name} dir="auto">
            {name}
          </strong>
          {isMe && <Tag>you</Tag>}
          {staffUntil !== null && <Tag title={`The role ends by itself at ${formatExactTime(staffUntil)}`}>staff</Tag>}
        </div>
        <div className={`${styles.details} truncate`} title={email}>
          {email}
        </div>
        {note && <div className={styles.details}>{note}</div>}
      </div>
    </div>
  );
}

/** An address in a column of its own. */
export function Address({ email }: { email: string }) {
  return (
    <div className={`${styles.address} truncate`} title={email}>
      {email}
    </div>
  );
}
