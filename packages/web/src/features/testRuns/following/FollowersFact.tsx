import { useListFollowersQuery } from '../../../connection/serviceHooks.ts';

/** Names that are shown, before the rest is counted. */
const namesShown = 2;

/** Who follows the run, as one of its facts. */
export function FollowersFact({ testRunId }: { testRunId: string }) {
  const { currentData: followers = [] } = useListFollowersQuery({ params: { id: testRunId } });
  if (followers.length === 0) return null;
  const names = followers.map(({ fullName }) => fullName);
  const more = names.length - namesShown;
  return (
    <li title={names.join(', ')}>
      followed by {names.slice(0, namesShown).join(', ')}
      {more > 0 && ` and ${more} more`}
    </li>
  );
}
