import { testKeyOf } from '@assay/contract';
import type { InsightFact, NamedTest } from '@assay/projections';
import escapeHtml from 'escape-html';
import sanitizeHtml from 'sanitize-html';

/** Links lead within the account: the client resolves them. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'strong', 'em', 'code', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: [],
  allowProtocolRelative: false,
};

const minute = 60_000;

function durationText(ms: number): string {
  if (ms < minute) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / minute)} min ${Math.round((ms % minute) / 1000)} s`;
}

/** What is known of a test, the file it is in, and links to what shows it. */
function paragraphs({ file, testId, lastRunId }: NamedTest, text: string, links = ''): string {
  const newest =
    lastRunId === null
      ? ''
      : ` <a href="test-runs/${encodeURIComponent(lastRunId)}/tests/${encodeURIComponent(testKeyOf(testId))}">Newest result</a>`;
  return `<p>${text}</p><p><code>${escapeHtml(file)}</code>${newest}${links}</p>`;
}

const flakyLink = ' <a href="dashboard/analytics/flaky-tests">Evidence and cost</a>';

function written(fact: InsightFact): { title: string; content: string } {
  switch (fact.type) {
    case 'NEW_FLAKY':
      return {
        title: `Flaky since this week: ${fact.test.name}`,
        content: paragraphs(
          fact.test,
          `Seen to pass and fail without a change <strong>${fact.seen}</strong> of ${fact.of} times.`,
          flakyLink,
        ),
      };
    case 'RECOVERED':
      return {
        title: `No longer flaky for days: ${fact.test.name}`,
        content: paragraphs(
          fact.test,
          `It was flaky <strong>${fact.seen}</strong> of ${fact.of} times, and recovers.`,
          flakyLink,
        ),
      };
    case 'SLOWER':
      return {
        title: `Slower: ${fact.test.name}`,
        content: paragraphs(
          fact.test,
          `It takes <strong>${durationText(fact.nowMs)}</strong> where it took ${durationText(fact.beforeMs)}: the median of its last passes, against those before.`,
        ),
      };
    case 'IDLE_QUARANTINE':
      return {
        title: `Quarantined, and passes: ${fact.test.name}`,
        content: paragraphs(
          fact.test,
          `It has been quarantined for two weeks or longer, and passed the last <strong>${fact.passes}</strong> times. It may be released.`,
        ),
      };
    case 'SLOW_START':
      return {
        title: 'Runs wait longer for a runner',
        content: `<p>Of ${fact.runs} runs of the last week, half waited <strong>${durationText(fact.nowMs)}</strong> or longer until a runner took them, ${durationText(fact.beforeMs)} in the week before. <a href="agents">Agents</a></p>`,
      };
  }
}

/** @returns an insight in words. What tests are called comes from repositories: it is escaped, and all is sanitized. */
export function insightText(fact: InsightFact): { title: string; content: string } {
  const { title, content } = written(fact);
  return { title, content: sanitizeHtml(content, allowed) };
}
