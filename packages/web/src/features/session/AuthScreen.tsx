import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../ui/Logo.tsx';
import styles from './AuthScreen.module.css';

/** The frame of the screens outside of an account: the logo, a title (also the window's), a column, and a link below. */
export function AuthScreen({
  title,
  documentTitle = title,
  children,
  foot,
}: {
  title: string;
  documentTitle?: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${documentTitle} · Assay`;
  }, [documentTitle]);
  return (
    <main className={styles.screen}>
      <div className={styles.column}>
        <Logo size={28} />
        <h1 id="auth-title" className={styles.title}>
          {title}
        </h1>
        {children}
        {foot && <p className={styles.foot}>{foot}</p>}
      </div>
    </main>
  );
}
