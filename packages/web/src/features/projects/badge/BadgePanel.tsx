import type { ProjectView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useId } from 'react';
import { useMay } from '../../../connection/currentUser.ts';
import {
  useGetBadgeQuery,
  useMakeBadgeAddressMutation,
  useRevokeBadgeAddressMutation,
} from '../../../connection/serviceHooks.ts';
import form from '../../../ui/form/form.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../../ui/showFailure.ts';
import { BadgeMaker } from './BadgeMaker.tsx';
import styles from './badge.module.css';

/** The project's status badge for readme pages: its address, which administrators make, and what to paste there. */
export function BadgePanel({ project }: { project: ProjectView }) {
  const id = useId();
  const query = useGetBadgeQuery({ params: { id: project.id } });
  return (
    <section className={`${form.section} ${styles.section}`} aria-labelledby={id}>
      <h2 id={id} className={form.title}>
        Status badge
      </h2>
      <Loaded query={query} failed="The badge could not be loaded" skeleton={<RowsSkeleton rows={2} />}>
        {({ url }) => (
          <div className={styles.panel}>
            <p className={styles.about}>
              A small picture for a readme page that says whether the newest runs of a branch pass. Anyone who has its
              address sees it and the project’s name without signing in, and can choose another branch, environment or
              suite.
            </p>
            {url !== null && <BadgeMaker project={project} address={url} />}
            <AddressActions project={project} hasAddress={url !== null} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function AddressActions({ project: { id, name }, hasAddress }: { project: ProjectView; hasAddress: boolean }) {
  const may = useMay('project.write');
  const [make, making] = useMakeBadgeAddressMutation();
  const [revoke] = useRevokeBadgeAddressMutation();
  const input = { params: { id } };
  if (!may) return hasAddress ? null : <p className={styles.about}>An administrator can create its address.</p>;

  async function done(answer: PromiseLike<{ error?: unknown }>): Promise<void> {
    const { error } = await answer;
    if (error) showFailure(error);
  }
  const ask = (title: string, confirm: string, onConfirm: () => void) =>
    modals.openConfirmModal({
      title,
      children: `Pages that use the current badge address of ${name} will stop showing it.`,
      labels: { confirm, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm,
    });

  if (!hasAddress) {
    return (
      <Button loading={making.isLoading} onClick={() => void done(make(input))}>
        Create badge
      </Button>
    );
  }
  return (
    <div className={form.actions}>
      <Button
        loading={making.isLoading}
        onClick={() => ask('Replace the address?', 'Replace address', () => void done(make(input)))}
      >
        New address
      </Button>
      <Button
        color="red"
        variant="subtle"
        onClick={() => ask('Remove the badge?', 'Remove badge', () => void done(revoke(input)))}
      >
        Remove badge
      </Button>
    </div>
  );
}
