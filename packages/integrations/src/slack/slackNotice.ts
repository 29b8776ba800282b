import { plainForSlack, type SlackPayload } from './slackMessage.ts';

/** @returns a message to one person, about what they are told of */
export function slackNoticeOf({
  heading,
  paragraphs,
  action,
}: {
  heading: string;
  paragraphs: readonly string[];
  action: { label: string; url: string } | null;
}): SlackPayload {
  const text = [`*${plainForSlack(heading, 500)}*`, plainForSlack(paragraphs.join('\n'), 2_000)].join('\n');
  const button = action && { type: 'plain_text' as const, text: action.label };
  return {
    text: plainForSlack(heading, 500),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text } },
      ...(action && button
        ? [{ type: 'actions' as const, elements: [{ type: 'button' as const, text: button, url: action.url }] }]
        : []),
    ],
    thread: null,
  };
}
