import { errorTable } from '../http/apiErrors.ts';

const errorRows = Object.entries(errorTable)
  .sort(([a, { status: one }], [b, { status: other }]) => one - other || (a < b ? -1 : 1))
  .map(([code, { status, text }]) => `| \`${code}\` | ${status} | ${text} |`);

/** What holds for all calls, in Markdown: the first page of the description. */
export const conventions = `Everything the screens do can be done by these calls.

## Who calls
Send a token as \`Authorization: Bearer …\`: of a session (from \`POST /api/login\`), an API key (Settings > Integrations)
or, for runner agents, their own. A person with roles in several accounts names one in the header \`Account\`.

## Input
JSON in UTF-8; uploads are multipart/form-data. What a call does not know is refused, not ignored: a misspelt filter is a
400 that names it. Where a body may have the thing's own \`id\`, what GET answers can be changed and sent back whole.

## Ids and keys
Ids are made by Assay and never change. In paths and queries, a project and an environment may be named by their key
instead, in upper or lower case: \`/projects/web-shop/builds\`. An id counts before a key that looks like it.

## Sees its own writes
A command answers with a \`position\`. A query that sends it as \`Min-Position\` sees the command's changes.

## Repeats and conflicts
- A POST with an \`Idempotency-Key\` is carried out once: a repeat with the same key and content gets the first answer.
- Answers with a \`revision\` have it as their ETag too. A change that sends it as \`If-Match\` is refused with 412 when
  somebody else was quicker, and changes nothing.

## Limits
429 and 503 say with \`Retry-After\` how many seconds to wait; nothing was done.

## Errors
Every answer that is not 2xx has \`code\`, \`message\` and \`requestId\`, by which the operator finds it in the log; a 400
of a form names its fields in \`errors\`. Codes are stable, texts are not.

| Code | Status | Text |
|---|---|---|
${errorRows.join('\n')}
`;
