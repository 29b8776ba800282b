import type { GitHubAppView } from '@assay/contract';
import { useGetGitHubAppQuery } from '../../../connection/serviceHooks.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { GitHubAppFacts } from './GitHubAppFacts.tsx';
import styles from './gitHubApp.module.css';
import { InstallHint } from './InstallHint.tsx';
import { RegisteredGitHubApp } from './RegisteredGitHubApp.tsx';
import { RegisterGitHubAppForm } from './RegisterGitHubAppForm.tsx';

/** The GitHub App of the installation, by which accounts connect GitHub without a token of somebody's. */
export function GitHubAppPanel() {
  const query = useGetGitHubAppQuery();
  return (
    <section aria-label="GitHub App" className={styles.panel}>
      <Loaded
        query={query}
        failed="The GitHub App could not be loaded"
        skeleton={<RowsSkeleton rows={4} height={40} />}
        framed
      >
        {(app) => <Shown app={app} />}
      </Loaded>
    </section>
  );
}

function Shown({ app }: { app: GitHubAppView }) {
  const { configured, registered, connections } = app;
  if (configured !== null) {
    return (
      <>
        <p className={styles.about}>
          The app is set by the variables ASSAY_GITHUB_APP_… of the operator, and is changed there.
        </p>
        <GitHubAppFacts known={configured} app={app} />
        <InstallHint />
        {registered && (
          <>
            <p className={styles.about}>This one was registered here, and is not used as long as those are set.</p>
            <RegisteredGitHubApp registered={registered} app={app} />
          </>
        )}
      </>
    );
  }
  if (registered !== null) {
    return (
      <>
        <RegisteredGitHubApp registered={registered} app={app} />
        <InstallHint />
      </>
    );
  }
  return (
    <>
      <p className={styles.about}>
        A GitHub App belongs to no person, and each organization chooses the repositories that it sees. Register one,
        and every account can connect GitHub by installing it, without a token.
      </p>
      {connections > 0 && (
        <p className={styles.about}>
          {counted(connections, 'account')} connected GitHub by an app that was removed, and cannot use it until they
          connect it again.
        </p>
      )}
      <RegisterGitHubAppForm app={app} />
    </>
  );
}
