import type { UserId } from '../ids.ts';
import { mentionedIn, mentionOf, partsOfMessage } from './mentions.ts';

const ada = 'ada' as UserId;
const grace = 'grace' as UserId;

describe('the text of a message', () => {
  it('names people by their ids, each once', () => {
    const text = `${mentionOf(ada)}, ask ${mentionOf(grace)} or ${mentionOf(ada)}`;
    expect(partsOfMessage(text)).toEqual([
      { kind: 'mention', userId: ada },
      { kind: 'text', text: ', ask ' },
      { kind: 'mention', userId: grace },
      { kind: 'text', text: ' or ' },
      { kind: 'mention', userId: ada },
    ]);
    expect(mentionedIn(text)).toEqual([ada, grace]);
  });

  it.each(['', 'ada@example.org', '@ada', '<@>', '<@ada lovelace>'])('names nobody by %j', (text) => {
    expect(mentionedIn(text)).toEqual([]);
  });
});
