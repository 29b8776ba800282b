import { InvalidFields, previewQuarantine as preview } from '@assay/application';
import { isTimeZone, messages, projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

const dayMs = 24 * 3_600_000;

export const previewQuarantine = route(projectCalls.previewQuarantine, async ({ caller, params, query }) => {
  const { days = '30', timeZone = 'UTC' } = query;
  if (!isTimeZone(timeZone)) throw new InvalidFields({ field: 'timeZone', message: messages.selectTimeZone });
  const end = Date.now();
  const span = { start: end - Number(days) * dayMs, end };
  const facts = await caller.models.quarantineFacts(params.id, span);
  if (!facts) throw new DomainError('project.notFound');
  return preview(facts, span, timeZone);
});
