import type { Api } from '../api.ts';

/** @returns where providers send browsers back to; operators register it with each of them */
export function redirectUriOf({ publicUrl }: Pick<Api['config'], 'publicUrl'>): string {
  return new URL('/auth-return', publicUrl).href;
}
