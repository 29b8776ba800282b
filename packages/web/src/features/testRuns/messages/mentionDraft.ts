import { mentionOf, partsOfMessage, type UserId } from '@assay/contract';

/** Somebody who can be named in a message. */
export type Member = { id: UserId; fullName: string; email: string };

const maxOffered = 6;

/** Longest first, so that 'Grace Hopper' is not taken for 'Grace'. */
function byLength(members: readonly Member[]): Member[] {
  return [...members].sort((one, other) => other.fullName.length - one.fullName.length);
}

/** @returns the text as it is sent: names after an @ are people. */
export function sentText(draft: string, members: readonly Member[]): string {
  return byLength(members).reduce((text, { id, fullName }) => text.replaceAll(`@${fullName}`, mentionOf(id)), draft);
}

/** @returns the text as it is typed: people are their names after an @. */
export function typedText(text: string, nameOf: (userId: UserId) => string): string {
  return partsOfMessage(text)
    .map((part) => (part.kind === 'text' ? part.text : `@${nameOf(part.userId)}`))
    .join('');
}

/** A name that is being typed: where its @ is, and what follows it up to the caret. */
export type Typing = { start: number; typed: string };

/** @returns the name that is being typed before the caret; null: none. */
export function typingBefore(draft: string, caret: number): Typing | null {
  const match = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40})?)$/.exec(draft.slice(0, caret));
  if (!match) return null;
  const typed = match[1] ?? '';
  return { start: caret - typed.length - 1, typed };
}

/** @returns whom the typed letters may mean: words of a name that begin with them first. */
export function offered(members: readonly Member[], typed: string): Member[] {
  const wanted = typed.toLowerCase();
  const rank = ({ fullName, email }: Member) => {
    const name = fullName.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.split(' ').some((word) => word.startsWith(wanted))) return 1;
    return email.toLowerCase().startsWith(wanted) ? 2 : 3;
  };
  return members
    .filter((member) => rank(member) < 3 && member.fullName !== typed)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, maxOffered);
}

/** @returns the draft with the name completed, and where the caret then is. */
export function completed(
  draft: string,
  { start, typed }: Typing,
  { fullName }: Member,
): { draft: string; caret: number } {
  const name = `@${fullName} `;
  const after = draft.slice(start + typed.length + 1).replace(/^ /, '');
  return { draft: `${draft.slice(0, start)}${name}${after}`, caret: start + name.length };
}
