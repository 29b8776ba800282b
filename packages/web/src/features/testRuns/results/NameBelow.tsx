import { commonPrefix } from './commonPrefix.ts';
import styles from './ResultTree.module.css';

/** A name, with what it repeats of the one in the row above dimmed, so that what differs is seen. */
export function NameBelow({ name, above }: { name: string; above: string | null }) {
  const repeated = commonPrefix(name, above);
  if (repeated === 0) return name;
  return (
    <>
      <span className={styles.repeated}>{name.slice(0, repeated)}</span>
      {name.slice(repeated)}
    </>
  );
}
