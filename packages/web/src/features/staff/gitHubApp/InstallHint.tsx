import { Link } from 'react-router';
import { useGetMeQuery } from '../../../connection/serviceHooks.ts';
import styles from './gitHubApp.module.css';

/** Where the app is installed: that belongs to an account, so its administrators do it. */
export function InstallHint() {
  const { data: me } = useGetMeQuery();
  const own = me?.roles.filter(({ roleType }) => roleType === 'ADMIN') ?? [];
  return (
    <p className={styles.about}>
      Administrators install it in <b>Settings → Integrations</b> of their account, and choose at GitHub the
      repositories that it sees.
      {own.length > 0 && (
        <>
          {' Install it for '}
          {own.map(({ id, accountName }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link className="link inText" to={`/${encodeURIComponent(accountName)}/settings/integrations`}>
                {accountName}
              </Link>
            </span>
          ))}
          .
        </>
      )}
    </p>
  );
}
