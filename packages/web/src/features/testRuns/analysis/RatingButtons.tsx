import type { AnalysisRatingRequest, ModelAnswer, TestRunId } from '@assay/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMay } from '../../../connection/currentUser.ts';
import { useRateAnalysisMutation } from '../../../connection/serviceHooks.ts';
import { IconThumbDown, IconThumbUp } from '../../../ui/icons/icons.ts';
import { showFailure } from '../../../ui/showFailure.ts';

const thumbs = [
  { rating: 'UP', label: 'Helpful', icon: IconThumbUp },
  { rating: 'DOWN', label: 'Not helpful', icon: IconThumbDown },
] as const;

/** Thumbs for a model's answer; the one that is already given takes it back. */
export function RatingButtons({
  testRunId,
  rated,
  rating,
}: {
  testRunId: TestRunId;
  rated: Omit<AnalysisRatingRequest, 'rating'>;
  rating: ModelAnswer['rating'];
}) {
  const may = useMay('analysis.rate');
  const [rate, { isLoading }] = useRateAnalysisMutation();
  if (!may) return null;
  async function give(given: ModelAnswer['rating']): Promise<void> {
    const { error } = await rate({ params: { id: testRunId }, body: { ...rated, rating: given } });
    if (error !== undefined) showFailure(error);
  }
  return thumbs.map(({ rating: given, label, icon: Icon }) => (
    <Tooltip key={given} label={label}>
      <ActionIcon
        size={24}
        variant={rating === given ? 'light' : 'subtle'}
        color={rating === given ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={rating === given}
        disabled={isLoading}
        onClick={() => void give(rating === given ? null : given)}
      >
        <Icon size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  ));
}
