import { Link } from 'react-router';
import styles from './setup.module.css';

/** On every other page of an account that is not set up yet: the way back. */
export function SetupLine({ to }: { to: string }) {
  return (
    <aside className={styles.line} aria-label="Set-up">
      This account is not set up yet.{' '}
      <Link className="link inText" to={to}>
        Continue the set-up
      </Link>
    </aside>
  );
}
