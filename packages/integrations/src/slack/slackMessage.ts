import { type AlertNews, failureLines } from '../alertNews.ts';
import { cutTo } from '../boundedText.ts';

type Text = { type: 'mrkdwn' | 'plain_text'; text: string };
type Block =
  | { type: 'section'; text: Text; fields?: Text[] }
  | { type: 'context'; elements: Text[] }
  | { type: 'actions'; elements: { type: 'button'; text: Text; url: string }[] };

/** What Slack is sent: a message, and what is said in its thread. */
export type SlackPayload = { text: string; blocks: Block[]; thread: string | null };

/** Slack's own limits. */
const limits = { section: 3000, field: 2000, button: 2000, thread: 3000 };

/** @returns the text with the three signs escaped that mean something to Slack */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @returns a text that is escaped already, cut, but never within what stands for a sign */
function cutEscaped(text: string, length: number): string {
  return cutTo(text, length).replace(/&[a-z]{0,3}…$/, '…');
}

/** @returns a text without markup, of so many signs at most */
export function plainForSlack(text: string, length: number): string {
  return cutEscaped(plain(text), length);
}

const signs: Record<AlertNews['tone'], string> = { bad: '🔴', good: '🟢', neutral: '⚪' };

/** @returns the message in Slack's blocks; what failed goes into its thread, so that a channel stays readable */
export function slackPayloadOf(news: AlertNews): SlackPayload {
  const { title, tone, facts, link } = news;
  const { lines, more: left } = failureLines(news);
  const line = `${signs[tone]} ${title}`;
  const where = facts.map(({ label, value }) => `${label}: ${value}`).join('  ·  ');
  const blocks: Block[] = [
    { type: 'section', text: { type: 'mrkdwn', text: `*${plainForSlack(line, limits.section - 2)}*` } },
    ...(where === ''
      ? []
      : [
          {
            type: 'context' as const,
            elements: [{ type: 'mrkdwn' as const, text: plainForSlack(where, limits.field) }],
          },
        ]),
    ...(link === null
      ? []
      : [
          {
            type: 'actions' as const,
            elements: [
              { type: 'button' as const, text: { type: 'plain_text' as const, text: link.label }, url: link.url },
            ],
          },
        ]),
  ];
  const named = lines.map((each) => `• ${plain(each)}`);
  const more = left > 0 ? [`… and ${left} more`] : [];
  const thread = named.length === 0 ? null : cutEscaped([...named, ...more].join('\n'), limits.thread);
  return { text: plainForSlack(line, limits.section), blocks, thread };
}
