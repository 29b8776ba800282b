import type { ReactNode } from 'react';
import styles from './FilePath.module.css';

type Props = {
  path: string;
  /** Of the path, such as the project's name; empty ones are left out. */
  before?: readonly (string | null | undefined)[];
  after?: string | null;
  /** The path as it is shown, where parts of it look different. */
  children?: ReactNode;
};

/** A path that loses its beginning where there is no room for it: names of files tell more than folders. */
export function FilePath({ path, before = [], after, children = path }: Props) {
  const first = before.filter(Boolean).join(' · ');
  return (
    <span className={styles.line} title={path}>
      {first && (
        <span className={styles.part} dir="auto">
          {`${first} · `}
        </span>
      )}
      <span className={styles.path}>
        <bdi dir="ltr">{children}</bdi>
      </span>
      {after && (
        <span className={styles.part} dir="auto">
          {` · ${after}`}
        </span>
      )}
    </span>
  );
}
