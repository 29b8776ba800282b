import type { UserId } from '@assay/contract';
import { completed, type Member, offered, sentText, typedText, typingBefore } from './mentionDraft.ts';

const member = (id: string, fullName: string): Member => ({ id: id as UserId, fullName, email: `${id}@example.org` });
const grace = member('grace', 'Grace Hopper');
const graceful = member('gh2', 'Grace');
const ada = member('ada', 'Ada Lovelace');
const members = [graceful, grace, ada];

describe('a message that is being typed', () => {
  it('names people by their ids once it is sent, the longest name first, and by their names again when it is changed', () => {
    const typed = '@Grace Hopper and @Grace: ask ada@example.org, @Nobody';
    const sent = '<@grace> and <@gh2>: ask ada@example.org, @Nobody';
    expect(sentText(typed, members)).toBe(sent);
    const nameOf = (id: string) => members.find((one) => one.id === id)?.fullName ?? '';
    expect(typedText(sent, nameOf)).toBe(typed);
  });

  it.each([
    ['@', ''],
    ['ask @gra', 'gra'],
    ['(@Grace Hop', 'Grace Hop'],
    ['line\n@a', 'a'],
  ])('offers people after %j', (draft, typed) => {
    expect(typingBefore(draft, draft.length)).toEqual({ start: draft.indexOf('@'), typed });
  });

  it.each(['ada@exa', 'ask', '@Grace Hopper is', ''])('offers nobody after %j', (draft) => {
    expect(typingBefore(draft, draft.length)).toBeNull();
  });

  it('offers those whose name begins so first, then by any word or the address, and nobody who is typed out', () => {
    expect(offered(members, 'g')).toEqual([graceful, grace]);
    expect(offered(members, 'hop')).toEqual([grace]);
    expect(offered(members, 'gh2')).toEqual([graceful]);
    expect(offered(members, 'Grace Hopper')).toEqual([]);
  });

  it('has the name completed where it is typed, with one blank after it', () => {
    const draft = 'ask @gra soon';
    const typing = typingBefore(draft, 8);
    expect(typing && completed(draft, typing, grace)).toEqual({ draft: 'ask @Grace Hopper soon', caret: 18 });
  });
});
