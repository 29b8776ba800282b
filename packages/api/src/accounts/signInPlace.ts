import type { SignInPlace } from '@assay/operations';
import type { FastifyRequest } from 'fastify';

/** @returns where a sign-in comes from, by which people recognise their sessions */
export function signInPlaceOf({ ip, headers }: FastifyRequest): SignInPlace {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}
