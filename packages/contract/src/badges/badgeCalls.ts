import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { ProjectIdOrKey } from '../ids.ts';
import { BadgeView } from './badgeViews.ts';

const params = Type.Object({ id: ProjectIdOrKey });
const example = { params: { id: exampleIds.project } };

export const badgeCalls = {
  getBadge: call({
    method: 'GET',
    path: '/projects/:id/badge',
    summary: "The address of the project's status badge, readable by anyone who has it",
    permission: 'project.read',
    params,
    answer: BadgeView,
    secretAnswer: true,
    example,
  }),
  makeBadgeAddress: call({
    method: 'POST',
    path: '/projects/:id/badge',
    summary: 'Make a new address for the status badge; the previous one stops working',
    permission: 'project.write',
    params,
    status: 201,
    answer: BadgeView,
    secretAnswer: true,
    example,
  }),
  revokeBadgeAddress: call({
    method: 'DELETE',
    path: '/projects/:id/badge',
    summary: 'Revoke the address of the status badge',
    permission: 'project.write',
    params,
    status: 204,
    answer: Type.Null(),
    example,
  }),
};
