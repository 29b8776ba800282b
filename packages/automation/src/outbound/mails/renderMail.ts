import type { MailMessage } from '@assay/integrations';
import escapeHtml from 'escape-html';

/** The content of a mail. Texts are plain: markup typed by people is shown as typed. */
export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The call to action. */
  action: { label: string; url: string } | null;
  /** Why it was sent, and what to do if it was unexpected. */
  footnote: string;
};

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  page: `margin:0;padding:32px 16px;background:#f7f7f8;${font}`,
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4e4e7;border-radius:10px',
  heading: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#18181b',
  text: 'margin:0 0 12px;font-size:14px;line-height:22px;color:#3f3f46',
  button:
    'display:inline-block;margin:8px 0 16px;padding:10px 18px;border-radius:6px;background:#4f46e5;color:#ffffff;font-size:14px;font-weight:600;text-decoration:none',
  link: 'color:#71717a;text-decoration:underline',
  small: 'margin:0;font-size:12px;line-height:18px;color:#71717a;overflow-wrap:anywhere',
};

function htmlOf({ subject, heading, paragraphs, action, footnote }: MailContent, unsubscribe: string | null): string {
  const texts = paragraphs.map((text) => `<p style="${styles.text}">${escapeHtml(text)}</p>`).join('\n');
  const url = action && escapeHtml(action.url);
  const button = action
    ? `<a href="${url}" style="${styles.button}">${escapeHtml(action.label)}</a>
<p style="${styles.small}">Or open this address: ${url}</p><br>`
    : '';
  const link =
    unsubscribe === null ? '' : ` <a href="${escapeHtml(unsubscribe)}" style="${styles.link}">Unsubscribe</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${styles.page}">
<div style="${styles.card}">
<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>
${texts}
${button}
<p style="${styles.small}">${escapeHtml(footnote)}${link}</p>
</div>
</body>
</html>
`;
}

function textOf({ heading, paragraphs, action, footnote }: MailContent, unsubscribe: string | null): string {
  const link = unsubscribe === null ? '' : `\nUnsubscribe: ${unsubscribe}`;
  const parts = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${footnote}${link}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/**
 * @param unsubscribe the link to unsubscribe; null where mails are mandatory
 * @returns the mail as text and as HTML with the same content. Styles are inline because mail programs drop style
 *   sheets.
 */
export function renderMail(content: MailContent, to: string, unsubscribe: string | null = null): MailMessage {
  const mail = { to, subject: content.subject, text: textOf(content, unsubscribe), html: htmlOf(content, unsubscribe) };
  return unsubscribe === null ? mail : { ...mail, unsubscribe };
}
