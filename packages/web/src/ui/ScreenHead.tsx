import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import styles from './ScreenHead.module.css';

/** The top of a screen: its breadcrumbs, its title (also the window's), and its actions on the right. */
export function ScreenHead({
  title,
  documentTitle,
  back,
  actions,
}: {
  title: ReactNode;
  documentTitle: string;
  back?: { to: string; label: string };
  actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${documentTitle} · Assay`;
  }, [documentTitle]);
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        {back && (
          <nav aria-label="Breadcrumb" className={styles.back}>
            <Link to={back.to}>
              <span aria-hidden="true">← </span>
              {back.label}
            </Link>
          </nav>
        )}
        <h1 className={styles.title}>{title}</h1>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
