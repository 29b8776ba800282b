/** jsdom loads no pages, and lets nobody replace `location.assign`: this replaces what is behind it. */
export function watchPageLoads(): { addresses: string[]; stop: () => void } {
  const behind = Object.getOwnPropertySymbols(window.location).find(({ description }) => description === 'impl');
  if (behind === undefined) throw new Error('jsdom keeps its location elsewhere');
  const location = Reflect.get(window.location, behind) as { assign?: (address: string) => void };
  const addresses: string[] = [];
  location.assign = (address) => addresses.push(address);
  return { addresses, stop: () => Reflect.deleteProperty(location, 'assign') };
}
