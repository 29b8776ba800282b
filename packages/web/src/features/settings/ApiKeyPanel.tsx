import type { ApiKeyView } from '@assay/contract';
import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useGenerateApiKeyMutation, useGetApiKeyQuery } from '../../connection/serviceHooks.ts';
import { CopyableText } from '../../ui/copy/CopyableText.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import { showFailure } from '../../ui/showFailure.ts';
import styles from './settings.module.css';

/** The key that CI jobs use; shown in full only right after it is made. */
export function ApiKeyPanel() {
  const query = useGetApiKeyQuery();
  return (
    <Loaded query={query} failed="The API key could not be looked up" skeleton={<RowsSkeleton rows={2} />}>
      {(known) => <LoadedKey known={known} />}
    </Loaded>
  );
}

function LoadedKey({ known }: { known: ApiKeyView | null }) {
  const [generate, { data: made, isLoading: isMaking }] = useGenerateApiKeyMutation();

  async function make(): Promise<void> {
    const answer = await generate();
    if (answer.error) showFailure(answer.error);
  }

  function askToReplace(): void {
    modals.openConfirmModal({
      title: 'Make a new API key?',
      children: 'Jobs that use the present key are refused at once, until they are given the new one.',
      labels: { confirm: 'Make a new key', cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void make(),
    });
  }

  return (
    <section className={styles.panel} aria-labelledby="api-key">
      <h2 id="api-key" className={styles.heading}>
        API key
      </h2>
      <p className={styles.text}>
        CI jobs start test runs and upload results with it: as <code>ASSAY_API_KEY</code> for the command line, or as a
        bearer token. It can see the account’s runs, projects and environments, and change none of the settings.
      </p>
      {made && (
        <>
          <p className={styles.said}>
            This is the only time that the key is shown. Keep it where your CI keeps its secrets.
          </p>
          <CopyableText text={made.key} label="Copy key" isNext />
        </>
      )}
      {!made && known && (
        <p className={styles.said}>
          A key that ends in <code>{known.end}</code>, made <RelativeTime time={known.createdAt} />,{' '}
          {known.lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <RelativeTime time={known.lastUsedAt} />
            </>
          )}
          .
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant={known || made ? 'default' : 'filled'}
          loading={isMaking}
          onClick={known || made ? askToReplace : () => void make()}
        >
          {known || made ? 'Make a new key' : 'Make a key'}
        </Button>
      </div>
    </section>
  );
}
