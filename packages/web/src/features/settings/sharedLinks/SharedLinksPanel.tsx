import { useListSharedLinksQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { SharedLinkTable } from '../../../ui/sharedLinks/SharedLinkTable.tsx';

/** The links by which test runs of the account are seen without signing in. */
export function SharedLinksPanel() {
  const query = useListSharedLinksQuery({});
  return (
    <section aria-label="Shared links">
      <Loaded
        query={query}
        failed="The shared links could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        empty={
          <EmptyState
            title="No shared links"
            why="A test run is shared from its menu: Share by link. Links show it read-only, without signing in, until they expire."
          />
        }
        framed
      >
        {(links) => <SharedLinkTable links={links} ofRuns />}
      </Loaded>
    </section>
  );
}
