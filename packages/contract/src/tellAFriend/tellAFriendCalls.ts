import { type Static, Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { formFields } from '../formFields.ts';
import { limits } from '../limits.ts';

export const TellAFriendRequest = Type.Object(
  {
    email: Type.String(formFields.email),
    firstName: Type.String(formFields.personName),
    lastName: Type.String(formFields.personName),
  },
  { additionalProperties: false },
);
export type TellAFriendRequest = Static<typeof TellAFriendRequest>;

export const tellAFriendCalls = {
  tellAFriend: call({
    method: 'POST',
    path: '/tell-a-friend',
    summary: `Recommend Assay by a mail in the name of the person; each person may send ${limits.friendsTold}`,
    permission: 'friend.own',
    body: TellAFriendRequest,
    status: 201,
    answer: CommandAnswer,
    example: { body: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' } },
  }),
};
