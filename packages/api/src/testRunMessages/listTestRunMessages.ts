import { readableText } from '@assay/application';
import { limits, testRunMessageCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

export const listTestRunMessages = route(
  testRunMessageCalls.listTestRunMessages,
  async ({ api, caller, params, query: { since, offset = 0, limit = limits.pageOfMessages } }) => {
    const page = await caller.models.testRunMessages(params.id, { since, offset, limit });
    if (!page) throw new DomainError('testRun.notFound');
    const messages = await Promise.all(
      page.messages.map(async (message) => ({ ...message, text: await readableText(api, message) })),
    );
    return { ...page, messages };
  },
);
