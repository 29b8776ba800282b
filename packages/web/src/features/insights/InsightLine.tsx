import { CloseButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { Link, useLocation } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { useInsights } from '../../connection/useInsights.ts';
import { counted } from '../../ui/format/formatNumbers.ts';
import styles from './insights.module.css';

/** On every page while there are unread insights: how many, and the way to them. Closed, it returns with new ones. */
export function InsightLine() {
  const { data: insights = [] } = useInsights();
  const to = useAccountPath()('dashboard/insights');
  const { pathname } = useLocation();
  const [closed, setClosed] = useSessionStorage<string[]>({
    key: 'assay.closedInsights',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const unread = insights.filter(({ read }) => !read).map(({ id }) => id as string);
  if (pathname === to || unread.every((id) => closed.includes(id))) return null;
  return (
    <div className={styles.line} role="status">
      <span>
        <span className="tabular">{counted(unread.length, 'unread insight')}.</span>{' '}
        <Link className="link" to={to}>
          Show insights
        </Link>
      </span>
      <CloseButton size="xs" aria-label="Close until there are new insights" onClick={() => setClosed(unread)} />
    </div>
  );
}
