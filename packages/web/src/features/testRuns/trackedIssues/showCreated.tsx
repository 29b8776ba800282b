import type { CreatedIssue } from '@assay/contract';
import { notifications } from '@mantine/notifications';

/** Shows in the corner of the page that an issue was created, with its key to open it by. */
export function showCreated({ issueKey, url }: CreatedIssue): void {
  notifications.show({
    autoClose: 8_000,
    message: (
      <>
        Created{' '}
        <a className="link inText" href={url} target="_blank" rel="noreferrer">
          {issueKey}
        </a>
      </>
    ),
  });
}
