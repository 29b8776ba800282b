/**
 * The link of a mail opens a page, where people are asked. Mail programs that have a button of their own post to the same
 * address (RFC 8058), which is a call then.
 * @returns the path of the call or, of any other request, its own
 */
export function oneClick({ method, url }: { method?: string | undefined; url: string }): string {
  return method === 'POST' && url.startsWith('/unsubscribe/') ? `/api${url}` : url;
}
