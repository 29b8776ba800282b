import type { CodeFrame, TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useListProjectsQuery } from '../../../connection/serviceHooks.ts';
import { IconExternalLink } from '../../../ui/icons/icons.ts';
import styles from './CodeSection.module.css';
import { sourceAddress } from './sourceAddress.ts';

/** The project's own code that a failure came from, with a link to it where the repository's provider is known. */
export function CodeSection({
  frames,
  run,
}: {
  frames: readonly CodeFrame[];
  run: Pick<TestRunView, 'projectId' | 'commit'>;
}) {
  const [picked, setPicked] = useState(0);
  const { data: projects } = useListProjectsQuery({});
  const frame = frames[picked] ?? frames[0];
  if (!frame) return null;
  const project = projects?.find(({ id }) => id === run.projectId);
  const source = project && run.commit ? sourceAddress(project, run.commit, frame.file, frame.line) : null;
  return (
    <section aria-label="Code">
      <div className={styles.head}>
        <h3 className={styles.title}>Code</h3>
        {frames.length === 1 && <span className={styles.place}>{placeOf(frame)}</span>}
        {source && (
          <a className={`link ${styles.source}`} href={source} target="_blank" rel="noreferrer">
            Open in repository <IconExternalLink size={12} stroke={1.75} aria-hidden />
          </a>
        )}
      </div>
      <div className={styles.code}>
        {frames.length > 1 && (
          <ul className={styles.frames} aria-label="Frames">
            {frames.map((other, at) => (
              <li key={placeOf(other)}>
                <UnstyledButton className={styles.frame} aria-pressed={other === frame} onClick={() => setPicked(at)}>
                  {placeOf(other)}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        <Lines frame={frame} />
      </div>
    </section>
  );
}

function Lines({ frame: { firstLine, line, column, lines } }: { frame: CodeFrame }) {
  const digits = String(firstLine + lines.length).length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled to by keyboard as well
    <pre className={styles.lines} tabIndex={0}>
      {lines.map((text, at) => {
        const number = firstLine + at;
        const isNamed = number === line;
        return (
          <span key={number} className={isNamed ? `${styles.line} ${styles.named}` : styles.line}>
            <span className={styles.number} aria-hidden>
              {String(number).padStart(digits)}
            </span>
            {text}
            {'\n'}
            {isNamed && column !== null && column <= text.length && (
              <span className={styles.caret} aria-hidden>
                {`${' '.repeat(digits)}${text.slice(0, column - 1).replace(/[^\t]/g, ' ')}^\n`}
              </span>
            )}
          </span>
        );
      })}
    </pre>
  );
}

function placeOf({ file, line }: CodeFrame): string {
  return `${file}:${line}`;
}
