import styles from './flaky.module.css';
import type { TestOwners } from './useTestOwners.ts';

/** The first owner of a test, how many more there are, and whether they come from CODEOWNERS. */
export function OwnerCell({ found }: { found: ReturnType<TestOwners['of']> }) {
  if (found === 'loading') return <span className="soft">…</span>;
  if (found === 'unknown') {
    return (
      <abbr className="soft" title="The repository's CODEOWNERS file could not be read">
        Unknown
      </abbr>
    );
  }
  const { owners, fromFile } = found;
  const names = owners.map(({ name }) => name);
  if (names.length === 0) return <span className="soft">No owner</span>;
  return (
    <>
      <span dir="auto">{names[0]}</span>
      {names.length > 1 && (
        <>
          {' '}
          <abbr title={names.slice(1).join(', ')}>+{names.length - 1}</abbr>
        </>
      )}
      {fromFile && <span className={styles.below}>CODEOWNERS</span>}
    </>
  );
}
