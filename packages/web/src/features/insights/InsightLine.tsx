import { Link, useLocation } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useInsights } from '../../connection/useInsights.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import styles from './insights.module.css';

/** On every page while there are unread insights: how many, and the way to them. */
export function InsightLine() {
  const { data: insights = [] } = useInsights();
  const to = useAccountPath()('dashboard/insights');
  const { pathname } = useLocation();
  const unread = insights.filter(({ read }) => !read).length;
  if (unread === 0 || pathname === to) return null;
  return (
    <div className={styles.line} role="status">
      <span className="tabular">{counted(unread, 'unread insight')}.</span>{' '}
      <Link className="link" to={to}>
        Show insights
      </Link>
    </div>
  );
}
