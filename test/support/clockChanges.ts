/**
 * Changes of the clocks, both ways, in three time zones, one of which shifts by half an hour: the instant of the change,
 * and a time of day that the clocks skip or show twice.
 */
export const clockChanges = [
  { timeZone: 'Europe/Berlin', way: 'forward', at: '2024-03-31T01:00:00Z', daily: '30 2 * * *' },
  { timeZone: 'Europe/Berlin', way: 'back', at: '2024-10-27T01:00:00Z', daily: '30 2 * * *' },
  { timeZone: 'America/New_York', way: 'forward', at: '2024-03-10T07:00:00Z', daily: '30 2 * * *' },
  { timeZone: 'America/New_York', way: 'back', at: '2024-11-03T06:00:00Z', daily: '30 1 * * *' },
  { timeZone: 'Australia/Lord_Howe', way: 'forward', at: '2024-10-05T15:30:00Z', daily: '15 2 * * *' },
  { timeZone: 'Australia/Lord_Howe', way: 'back', at: '2024-04-06T15:00:00Z', daily: '45 1 * * *' },
] as const;
