import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProblemId, TestResultsPage } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { gitIn } from './gitIn.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';
import { uploadForm } from './uploadForm.ts';

const failing = (file: string, message: string) =>
  `<testcase name="of ${file}" file="${file}"><failure message="${message}">at one.js:7</failure></testcase>`;
const report = (...cases: string[]) => ({
  name: 'r.xml',
  content: `<testsuite name="s">${cases.join('')}</testsuite>`,
});

describe('an alert by mail for the owners of tests', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let grace: Person;
  let linus: Person;
  let ids: { projectId: string; environmentId: string; commit: string };

  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    [grace, linus] = [
      await api.newPerson(api.admin.accountId, 'USER'),
      await api.newPerson(api.admin.accountId, 'USER'),
    ];
    const repository = join(api.dataDir, 'owned');
    await mkdir(repository);
    const git = gitIn(repository);
    git('init', '--quiet', '--initial-branch=main');
    const owners = `pay.spec.ts ${grace.email}\ncart.spec.ts @northwind/cart\nship.spec.ts @northwind/ship-it\n`;
    const files = { 'pay.spec.ts': '', 'cart.spec.ts': '', 'ship.spec.ts': '', CODEOWNERS: owners };
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(repository, file), text);
    }
    git('add', '.');
    git('commit', '--quiet', '-m', 'Work');
    const project = { name: 'Shop', key: 'shop', gitUrl: repository, testingFramework: 'Playwright' };
    const projectId = (await api.done('POST', '/projects', { body: project })).id;
    const environmentId = (await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } })).id;
    ids = { projectId, environmentId, commit: git('rev-parse', 'HEAD') };
    await api.done('POST', '/alerts', {
      body: {
        eventType: 'TESTRUN_FAIL',
        actionType: 'SEND_EMAIL',
        destination: 'ops@example.org, owners',
        criteria: { send: 'everyRun' },
      },
    });
    await api.caughtUp();
  });
  afterAll(() => mail.stop());

  const upload = async (...cases: string[]) => (await uploadForm(api, ids, [report(...cases)])).body.id;
  const mails = () =>
    Object.fromEntries([grace, linus, api.admin].map(({ email }) => [email, mail.subjectsTo(email).length] as const));
  const mailed = (toOps: number) =>
    eventually(() => (mail.subjectsTo('ops@example.org').length >= toOps ? true : null));

  it('goes to members whom the CODEOWNERS file names, and to addresses', async () => {
    await upload(failing('pay.spec.ts', 'refused'), failing('cart.spec.ts', 'empty'));
    await mailed(1);
    await eventually(() => (mail.subjectsTo(grace.email).length === 1 ? true : null));
    expect(mails()).toEqual({ [grace.email]: 1, [linus.email]: 0, [api.admin.email]: 0 });
  });

  it('goes to the owner chosen in Assay instead of the code owners', async () => {
    const run = await upload(failing('pay.spec.ts', 'away'));
    await mailed(2);
    const { tests } = (await api.call<TestResultsPage>('GET', `/test-runs/${run}/results`)).body;
    const problemId = tests[0]?.testRunAnalysisRootCauseId as ProblemId;
    await eventually(() => (mail.subjectsTo(grace.email).length === 2 ? true : null));
    const body = { ownerUserId: linus.userId };
    await api.done('PUT', `/projects/${ids.projectId}/problems/${problemId}`, { body });
    await upload(failing('pay.spec.ts', 'away'));
    await mailed(3);
    await eventually(() => (mail.subjectsTo(linus.email).length === 1 ? true : null));
    expect(mails()).toEqual({ [grace.email]: 2, [linus.email]: 1, [api.admin.email]: 0 });
  });

  it('goes to the administrators where it names only owners, and the tests have no owner', async () => {
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination: 'Owners' };
    await api.done('POST', '/alerts', { body: { ...body, criteria: { send: 'everyRun', branches: ['alone'] } } });
    await api.caughtUp();
    await uploadForm(api, { ...ids, branch: 'alone' }, [report(failing('cart.spec.ts', 'empty'))]);
    await eventually(() => (mail.subjectsTo(api.admin.email).length === 1 ? true : null));
    expect(mails()).toMatchObject({ [grace.email]: 2, [linus.email]: 1 });
  });
  it('goes to the members of the team that the CODEOWNERS file names', async () => {
    const team = (await api.done('POST', '/team', { body: { name: 'Ship it' } })).id;
    await api.done('POST', `/team/${team}/user/${linus.userId}`);
    await api.caughtUp();
    const before = mail.subjectsTo(linus.email).length;
    await upload(failing('ship.spec.ts', 'late'));
    await eventually(() => (mail.subjectsTo(linus.email).length === before + 1 ? true : null));
    expect(mails()).toMatchObject({ [grace.email]: 2 });
  });
});
