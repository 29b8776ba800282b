import styles from './KeyHint.module.css';

/** A key beside what it does. */
export function KeyHint({ children, className = '' }: { children: string; className?: string | undefined }) {
  return <kbd className={`${styles.key} ${className}`}>{children}</kbd>;
}
