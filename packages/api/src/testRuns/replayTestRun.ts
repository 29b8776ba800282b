import { limits, testRunCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';

const forEver = 'private, max-age=31536000, immutable';

export const replayTestRun = route(
  testRunCalls.replayTestRun,
  async ({ api, caller, params: { id }, query, request, reply }) => {
    const { after = null, limit = limits.replayPage } = query;
    const replay = await caller.models.replay(id);
    if (!replay) throw new DomainError('testRun.notFound');
    const etag = `"${after ?? ''}.${limit}.${replay.last}"`;
    // What one caller may read is not kept for another.
    reply.header('etag', etag).header('vary', 'Authorization, Account').header('cache-control', 'private, no-cache');
    const { createdAt } = replay;
    if (request.headers['if-none-match'] === etag) {
      // This status has no body.
      reply.code(304).serializer(() => '');
      return { frames: [], createdAt, next: null };
    }
    const frames = await api.replays.read(id, replay, after, limit);
    const last = frames.at(-1);
    if (!last || frames.length < limit) return { frames, createdAt, next: null };
    // Whatever happens to a finished run later comes after this page.
    if (replay.finished) reply.header('cache-control', forEver);
    return { frames, createdAt, next: last.position };
  },
);
