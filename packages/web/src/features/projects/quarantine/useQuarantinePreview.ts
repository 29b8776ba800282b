import type { PreviewDays, ProjectId } from '@assay/contract';
import { usePreviewQuarantineQuery } from '../../../connection/serviceHooks.ts';

/** How far it looks back, unless somebody picks another time. */
export const usualDays: PreviewDays = '30';

/** What quarantine would have done in a project, by the days of the reader. */
export function useQuarantinePreview(projectId: ProjectId, days: PreviewDays) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return usePreviewQuarantineQuery({ params: { id: projectId }, query: { days, timeZone } });
}
