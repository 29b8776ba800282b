import { AnsiUp } from 'ansi_up';
import { memo, useMemo, useState } from 'react';
import styles from './AnsiText.module.css';
import { formatCount } from './format/formatNumbers.ts';

const linesAtFirst = 1000;

/** Program output with its colours. Long output is cut until expanded. */
export function AnsiText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n'), [text]);
  const cut = !whole && lines.length > linesAtFirst;
  const shown = useMemo(() => (cut ? lines.slice(0, linesAtFirst) : lines).join('\n'), [lines, cut]);
  return (
    <>
      <pre className={styles.block}>
        <AnsiSpan text={shown} />
      </pre>
      {cut && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)} lines
        </button>
      )}
    </>
  );
}

/** A piece of output in its colours. The library escapes the text, and links nothing. */
export const AnsiSpan = memo(function AnsiSpan({ text }: { text: string }) {
  const html = useMemo(() => {
    const converter = new AnsiUp();
    converter.use_classes = true;
    converter.url_allowlist = {};
    return { __html: converter.ansi_to_html(text) };
  }, [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: ansi_up escapes what was printed; only its own spans are markup
  return <span dangerouslySetInnerHTML={html} />;
});
