import type { BodyMediaType, Call } from '@assay/contract';

/** How the call's body is sent. */
export function mediaTypeOf({ mediaType = 'application/json' }: Pick<Call, 'mediaType'>): BodyMediaType {
  return mediaType;
}
