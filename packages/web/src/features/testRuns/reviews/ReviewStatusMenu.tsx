import type { Reviewed } from './reviewed.ts';
import { StatusMenu } from './StatusMenu.tsx';
import { useReview } from './useReview.ts';

/** How far the review has come, and a menu to say so. */
export function ReviewStatusMenu({ reviewed, of }: { reviewed: Reviewed; of: string }) {
  const { may, busy, setStatus } = useReview(reviewed);
  return (
    <StatusMenu
      status={reviewed.reviewStatusId}
      none="No review status"
      label={`review status of ${of}`}
      may={may}
      busy={busy}
      onPick={(status) => void setStatus(status)}
    />
  );
}
