import { Type } from 'typebox';
import { limits } from './limits.ts';

/**
 * The query fields of a paged call. Both are optional: the call sets its own default page length.
 * @param max.offset the highest offset
 * @param max.limit the longest page
 */
export function pagingFields(max: { offset: number; limit: number } = { offset: 1_000_000, limit: limits.maxPage }) {
  return {
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: max.offset })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max.limit })),
  };
}
