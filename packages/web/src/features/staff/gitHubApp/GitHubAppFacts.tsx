import type { GitHubAppView } from '@assay/contract';
import { FactPanel } from '../../../ui/FactPanel.tsx';
import { counted } from '../../../ui/format/formatNumbers.ts';

type Known = Pick<NonNullable<GitHubAppView['configured']>, 'address' | 'appId' | 'pageUrl' | 'hasWebhook'>;

type Props = {
  known: Known;
  app: GitHubAppView;
  /** Whether it is the one that is used. */
  isUsed?: boolean;
};

/** What is known of an app: where it is, whether it tells of pushes, who uses it. */
export function GitHubAppFacts({ known, app: { connections, webhookUrl }, isUsed = true }: Props) {
  const { address, appId, pageUrl, hasWebhook } = known;
  return (
    <FactPanel
      title="The app"
      facts={[
        ['GitHub', address],
        ['App ID', appId],
        ['Page', <GitHubLink key="page" url={pageUrl} />],
        ['Pushes', hasWebhook ? `told to ${webhookUrl}` : 'not told; new commits are seen within the hour'],
        ...(isUsed
          ? ([['Connected by it', connections === 0 ? 'No account yet' : counted(connections, 'account')]] as const)
          : []),
      ]}
    />
  );
}

function GitHubLink({ url }: { url: string }) {
  return (
    <a className="link" href={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  );
}
