import type { ArtifactView } from '@assay/contract';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { IconExternalLink } from '../../../ui/icons/icons.ts';
import styles from './ConsoleTab.module.css';
import { isTrace, traceAddress } from './traceAddress.ts';

/** What the attempt left besides pictures and videos. Traces open here, because they say most about a failure. */
export function FilesSection({ files }: { files: readonly ArtifactView[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="Files">
      <h3 className={styles.heading}>Files</h3>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.url}>
            <a className="link" href={file.url} download={file.name}>
              {file.name}
            </a>{' '}
            <span className="soft">{formatBytes(file.size)}</span>
            {isTrace(file) && <Trace file={file} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Its viewer is a service worker, which browsers allow over https and on this machine alone. */
function Trace({ file }: { file: ArtifactView }) {
  if (!window.isSecureContext) {
    return <span className="soft"> · opens in the trace viewer once this site is reached over https</span>;
  }
  return (
    <>
      {' · '}
      <a className={`link ${styles.trace}`} href={traceAddress(file, location.origin)} target="_blank" rel="noreferrer">
        Open trace <IconExternalLink size={12} stroke={1.75} aria-hidden />
      </a>
    </>
  );
}
