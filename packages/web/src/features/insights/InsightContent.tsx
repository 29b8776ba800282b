import DOMPurify from 'dompurify';
import { type MouseEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import styles from './insights.module.css';

const allowed = { ALLOWED_TAGS: ['p', 'strong', 'em', 'code', 'a'], ALLOWED_ATTR: ['href'] };

/** A path within the account: no scheme, no other host, and nothing above the account. */
const innerPath = /^[a-z][\w./?=&%-]*$/i;

/** @returns safe HTML of what the service wrote, with its links made paths of the account */
function shownHtml(html: string, path: (within: string) => string): string {
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  const holder = document.createElement('div');
  holder.append(fragment);
  for (const link of holder.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (innerPath.test(href) && !href.includes('..')) link.setAttribute('href', path(href));
    else link.removeAttribute('href');
  }
  return holder.innerHTML;
}

/** What an insight says, sanitized once more: the service is not the only one that could have written it. */
export function InsightContent({ html }: { html: string }) {
  const path = useAccountPath();
  const navigate = useNavigate();
  const shown = useMemo(() => shownHtml(html, path), [html, path]);

  function follow(event: MouseEvent<HTMLDivElement>): void {
    const link = (event.target as Element).closest('a');
    const to = link?.getAttribute('href');
    if (!to || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(to);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links within are what is used, by keyboard too
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
    <div className={styles.content} onClick={follow} dangerouslySetInnerHTML={{ __html: shown }} />
  );
}
