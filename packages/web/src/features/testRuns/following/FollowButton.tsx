import type { TestRunId } from '@assay/contract';
import { Button } from '@mantine/core';
import { useGetMeQuery, useListFollowersQuery } from '../../../connection/serviceHooks.ts';
import { IconBell, IconBellFilled } from '../../../ui/icons/icons.ts';
import { useFollow } from './useFollow.ts';

/** Whether the person is told when the run ends. */
export function FollowButton({ testRunId }: { testRunId: TestRunId }) {
  const { data: me } = useGetMeQuery();
  const { currentData: followers } = useListFollowersQuery({ params: { id: testRunId } });
  const { busy, follow, unfollow } = useFollow();
  if (!followers || !me) return null;
  const isFollowing = followers.some(({ userId }) => userId === me.id);
  const Icon = isFollowing ? IconBellFilled : IconBell;
  return (
    <Button
      className="iconWhenNarrow"
      leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
      loading={busy}
      title={isFollowing ? 'You are told when this run ends' : 'Be told when this run ends'}
      onClick={() => void (isFollowing ? unfollow(testRunId) : follow(testRunId))}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  );
}
