import { type AlertNews, failureLines } from '../alertNews.ts';
import { cutTo } from '../boundedText.ts';

type Element =
  | {
      type: 'TextBlock';
      text: string;
      wrap: true;
      weight?: 'Bolder';
      size?: 'Medium';
      color?: string;
      spacing?: string;
    }
  | { type: 'FactSet'; facts: { title: string; value: string }[] };

/** What a Workflows URL is sent: a message with one Adaptive Card. */
export type TeamsPayload = {
  type: 'message';
  attachments: {
    contentType: 'application/vnd.microsoft.card.adaptive';
    content: {
      $schema: string;
      type: 'AdaptiveCard';
      version: '1.4';
      msteams: { width: 'full' };
      body: Element[];
      actions: { type: 'Action.OpenUrl'; title: string; url: string }[];
    };
  }[];
};

/** Teams takes 28 KB at most; what is larger is cut from its end. */
const maxBytes = 21 * 1024;
const maxTextLength = 500;

const colors: Record<AlertNews['tone'], string> = { bad: 'Attention', good: 'Good', neutral: 'Default' };

/** @returns the text with nothing in it that a card reads as Markdown */
function plain(text: string): string {
  return cutTo(text, maxTextLength).replace(/[\\*_[\]()~`>#]/g, '\\$&');
}

function cardOf({ title, tone, facts, link }: AlertNews, lines: readonly string[], more: number): TeamsPayload {
  const body: Element[] = [
    { type: 'TextBlock', text: plain(title), wrap: true, weight: 'Bolder', size: 'Medium', color: colors[tone] },
    ...(facts.length === 0
      ? []
      : [
          {
            type: 'FactSet' as const,
            facts: facts.map(({ label, value }) => ({ title: label, value: plain(value) })),
          },
        ]),
    ...lines.map((line): Element => {
      return { type: 'TextBlock', text: `✗ ${plain(line)}`, wrap: true, spacing: 'Small' };
    }),
    ...(more > 0 ? [{ type: 'TextBlock' as const, text: `… and ${more} more`, wrap: true as const }] : []),
  ];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'full' },
          body,
          actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  };
}

/** @returns the message as an Adaptive Card that Teams takes: failures are left out from the end, and counted, until it fits */
export function teamsPayloadOf(news: AlertNews): TeamsPayload {
  const { lines, more } = failureLines(news);
  for (let kept = lines.length; ; kept--) {
    const payload = cardOf(news, lines.slice(0, kept), more + lines.length - kept);
    if (kept === 0 || Buffer.byteLength(JSON.stringify(payload)) <= maxBytes) return payload;
  }
}
