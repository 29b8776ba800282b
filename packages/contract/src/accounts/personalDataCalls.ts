import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { UserId } from '../ids.ts';
import { EraseMeRequest, ErasePersonRequest, PersonalExport } from './personalDataViews.ts';

export const personalDataCalls = {
  exportMe: call({
    method: 'GET',
    path: '/users/me/export',
    summary: 'Everything that the installation holds about the person who is signed in',
    permission: 'signedIn',
    answer: PersonalExport,
    readsHistory: true,
    example: {},
  }),
  eraseMe: call({
    method: 'POST',
    path: '/users/me/erase',
    summary:
      'Erase the person who is signed in, for good; the last administrator of other people has to hand over first',
    permission: 'signedIn',
    body: EraseMeRequest,
    verbatim: ['currentPassword'],
    status: 204,
    answer: Type.Null(),
    example: { body: { currentPassword: 'wrong horse' } },
  }),
  erasePerson: call({
    method: 'POST',
    path: '/employee/users/:id/erase',
    summary: 'Erase a person, for good; the last administrator of other people has to hand over first',
    permission: 'staff',
    params: Type.Object({ id: UserId }),
    body: ErasePersonRequest,
    answer: CommandAnswer,
    example: { params: { id: 'somebody-unknown' as UserId }, body: { reason: 'Asked for it by letter' } },
  }),
};
