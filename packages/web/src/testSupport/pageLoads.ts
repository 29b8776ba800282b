/** jsdom loads no pages, and `location` is read-only: this replaces its implementation. A reload is the page's own address. */
export function watchPageLoads(): { addresses: string[]; stop: () => void } {
  const behind = Object.getOwnPropertySymbols(window.location).find(({ description }) => description === 'impl');
  if (behind === undefined) throw new Error('jsdom keeps its location elsewhere');
  type Location = { assign?: (address: string) => void; reload?: () => void };
  const location = Reflect.get(window.location, behind) as Location;
  const addresses: string[] = [];
  location.assign = (address) => addresses.push(address);
  location.reload = () => addresses.push(window.location.pathname);
  const stop = () => {
    Reflect.deleteProperty(location, 'assign');
    Reflect.deleteProperty(location, 'reload');
  };
  return { addresses, stop };
}
