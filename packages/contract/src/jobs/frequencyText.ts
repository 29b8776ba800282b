const two = (text: string) => text.padStart(2, '0');

/** @returns `every 5 s` for a step and `every second` for each one; null for anything else */
function every(field: string, one: string, unit: string): string | null {
  if (field === '*') return `every ${one}`;
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  return step === undefined ? null : `every ${step} ${unit}`;
}

/**
 * @param schedule a cron expression with six fields, in UTC
 * @returns it in words where it is a plain one, such as `every 10 s`, `every minute` or `daily at 02:30 UTC`; any other
 * as it is
 */
export function frequencyText(schedule: string): string {
  const [second = '', minute = '', hour = '', day, month, weekday] = schedule.split(' ');
  if (day !== '*' || month !== '*' || weekday !== '*') return schedule;
  const isNumber = (field: string) => /^\d+$/.test(field);
  if (minute === '*' && hour === '*' && !isNumber(second)) return every(second, 'second', 's') ?? schedule;
  if (!isNumber(second)) return schedule;
  if (hour === '*' && !isNumber(minute)) return every(minute, 'minute', 'min') ?? schedule;
  if (!isNumber(minute)) return schedule;
  if (isNumber(hour)) return `daily at ${two(hour)}:${two(minute)} UTC`;
  return every(hour, 'hour', 'h') ?? schedule;
}
