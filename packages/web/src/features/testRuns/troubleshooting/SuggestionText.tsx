import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import styles from './troubleshooting.module.css';

/** No links and no pictures: a model wrote it, from what tests printed. */
const allowed = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'code', 'pre', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote'],
  ALLOWED_ATTR: [],
};

/** A suggestion as HTML, sanitized once more: the service is not the only one that could have written it. */
export function SuggestionText({ html }: { html: string }) {
  const shown = useMemo(() => DOMPurify.sanitize(html, allowed), [html]);
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
    <div className={styles.text} dangerouslySetInnerHTML={{ __html: shown }} />
  );
}
