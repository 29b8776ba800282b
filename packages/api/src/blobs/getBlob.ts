import { blobCalls } from '@assay/contract';
import type { Static } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';
import { byteRangeOf } from './byteRange.ts';

/** What a browser displays without running it; everything else is downloaded as plain bytes. */
const shownInline = /^(?:image\/(?!svg)[a-z0-9.+-]+|video\/[a-z0-9.+-]+|text\/plain)(?:;|$)/i;

function headersOf({
  name,
  type,
  expires,
}: Static<NonNullable<typeof blobCalls.getBlob.query>>): Record<string, string> {
  const inline = shownInline.test(type);
  const safeType = inline && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  const asciiName = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const seconds = Math.max(0, Number(expires) - Math.floor(Date.now() / 1000));
  return {
    'content-type': safeType === 'text/plain' ? 'text/plain; charset=utf-8' : safeType,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${seconds}, immutable`,
    'accept-ranges': 'bytes',
  };
}

/** The signature is the permission: it was issued to somebody who may see the blob's owner. */
export const getBlob = route(
  blobCalls.getBlob,
  async ({ api: { operations }, params: { blobId }, query, request, reply }) => {
    const { blobs } = operations;
    if (!blobs.verifySignature({ blobId, ...query })) throw new ApiError('notFound');
    const size = await blobs.sizeOf(blobId);
    // Players request ranges of a video to seek in it.
    const piece = size === null ? null : byteRangeOf(request.headers.range ?? '', size);
    const content = await blobs.stream(blobId, piece ?? undefined);
    // Nobody signs for what was never there.
    if (!content || size === null) throw new ApiError('blob.expired');
    reply.headers(headersOf(query));
    if (!piece) {
      reply.header('content-length', size);
      return content;
    }
    reply.code(206).header('content-range', `bytes ${piece.first}-${piece.last}/${size}`);
    reply.header('content-length', piece.last - piece.first + 1);
    return content;
  },
);
