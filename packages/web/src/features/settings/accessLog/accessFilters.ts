import { type AccessLogQuery, accessKinds, type UserId } from '@assay/contract';
import { endOfDay, isDay, startOfDay } from '../../../ui/format/calendarDays.ts';
import { oneText, type UrlFilters } from '../../../ui/urlFilters.ts';

/** `from` and `to`: days of the reader's time zone. `before`: the page; changing a filter returns to the newest. */
export type AccessFilters = { kind: string; user: string; from: string; to: string; before: string };

const isKind = (text: string) => accessKinds.some((kind) => kind === text);

/** The filters of the access log as kept in the URL. */
export const accessFilters: UrlFilters<AccessFilters> = {
  kind: oneText('kind', isKind),
  user: oneText('user'),
  from: oneText('from', isDay),
  to: oneText('to', isDay),
  before: { ...oneText('before'), afterOthers: '' },
};

export const noAccessFilters: AccessFilters = { kind: '', user: '', from: '', to: '', before: '' };

/** @returns the query of the filters: whole days, the last one included. */
export function accessQueryOf({ kind, user, from, to, before }: AccessFilters): AccessLogQuery {
  const wanted = accessKinds.find((known) => known === kind);
  return {
    ...(wanted ? { kind: wanted } : {}),
    ...(user === '' ? {} : { user: user as UserId }),
    ...(from === '' ? {} : { from: startOfDay(from) }),
    ...(to === '' ? {} : { to: endOfDay(to) }),
    ...(before === '' ? {} : { before }),
    limit: 50,
  };
}
