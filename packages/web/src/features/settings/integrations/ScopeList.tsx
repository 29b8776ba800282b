import styles from './integrations.module.css';

/** What an app asks for at its service, and what each of it is for. */
export function ScopeList({ scopes }: { scopes: readonly { scope: string; why: string }[] }) {
  return (
    <dl className={styles.scopes}>
      {scopes.map(({ scope, why }) => (
        <div key={scope}>
          <dt>{scope}</dt>
          <dd>{why}</dd>
        </div>
      ))}
    </dl>
  );
}
