import { Navigate, useParams } from 'react-router';
import { AnalyticsFrame, useTabPath } from './AnalyticsFrame.tsx';
import { analyticsTabs } from './analyticsTabs.ts';

/** What many runs together say: each tab has its own path, and all share the filters. */
export function AnalyticsScreen() {
  const { tab } = useParams();
  const pathOf = useTabPath();
  const [first] = analyticsTabs;
  const shown = analyticsTabs.find(({ id }) => id === tab);
  if (!shown?.Panel) return first ? <Navigate to={pathOf(first.id)} replace /> : null;
  return (
    <AnalyticsFrame tab={shown.id} documentTitle={`${shown.title} · Analytics`}>
      <shown.Panel />
    </AnalyticsFrame>
  );
}
