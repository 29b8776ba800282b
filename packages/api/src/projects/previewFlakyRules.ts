import { previewFlakyRules as preview } from '@assay/application';
import { projectCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

const dayMs = 24 * 3_600_000;

export const previewFlakyRules = route(projectCalls.previewFlakyRules, async ({ caller, params, query, gone }) => {
  const { days = '30', ...changes } = query;
  const end = Date.now();
  const span = { start: end - Number(days) * dayMs, end };
  const facts = await caller.models.flakyRulesFacts(params.id, span, changes, gone);
  if (!facts) throw new DomainError('project.notFound');
  return preview(facts, span);
});
