/** Months of usage are those of UTC, wherever its reader is. */
const timeZone = 'UTC';

export const monthText = (date: Date) => date.toLocaleDateString('en-US', { timeZone, month: 'long' });
export const dayText = (date: Date) => date.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric' });
export const monthAfter = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
