import { PersonMenu } from './PersonMenu.tsx';
import type { Reviewed } from './reviewed.ts';
import { useReview } from './useReview.ts';

/**
 * Who looks into it, and a menu to give it to somebody.
 * @param of what is reviewed, for those who hear the page: 'Checkout #12'
 * @param compact only the initials, as in a row
 */
export function ReviewerMenu({ reviewed, of, compact = false }: { reviewed: Reviewed; of: string; compact?: boolean }) {
  const { may, busy, assign } = useReview(reviewed);
  return (
    <PersonMenu
      userId={reviewed.reviewerUserId}
      whenNone="No reviewer"
      label={`Reviewer of ${of}`}
      may={may}
      busy={busy}
      compact={compact}
      onPick={(userId) => void assign(userId)}
    />
  );
}
