import { timeOf } from '../../../ui/format/formatTime.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** @returns how long an invitation is valid: `6 d 23 h left`, `45 min left`, `expired 5 d ago`. */
export function invitationValidity(validUntil: string, now: number): { isExpired: boolean; text: string } {
  const left = timeOf(validUntil) - now;
  if (left > 0) return { isExpired: false, text: `${exactSpan(left)} left` };
  return { isExpired: true, text: `expired ${roughSpan(-left)} ago` };
}

function exactSpan(span: number): string {
  const days = Math.floor(span / day);
  const hours = Math.floor((span % day) / hour);
  if (days === 0) return roughSpan(span);
  return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
}

function roughSpan(span: number): string {
  if (span >= day) return `${Math.floor(span / day)} d`;
  if (span >= hour) return `${Math.floor(span / hour)} h`;
  return `${Math.max(1, Math.floor(span / minute))} min`;
}
