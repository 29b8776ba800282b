import { adapterOf, attackByEach, hostileWays, openHostileBench } from './hostileBench.ts';

/** A process that exchanges a folder and a link for each other, as long as it lives. */
const exchange = (folder: string) => `
mkdir -p "${folder}/deep/deeper" && : > "${folder}/deep/deeper/file"
ln -s "$CANARY/closed" "${folder}.link"
(env CANARY="$CANARY" setsid --fork /bin/sh -c '
  while :; do mv -T "${folder}" "${folder}.real"; mv -T "${folder}.link" "${folder}"; mv -T "${folder}" "${folder}.link"; mv -T "${folder}.real" "${folder}"; done
' < /dev/null > /dev/null 2>&1 3>&- &)
`;

const leftovers = `
ln -s "$CANARY" link; ln -s "$CANARY/closed" closed; ln -s "$CANARY/closed/secret.txt" secret
mkdir -p locked/inner && ln -s "$CANARY" locked/inner/link && chmod 000 locked/inner && chmod 000 locked
mkdir -p read-only && : > read-only/file && chmod 500 read-only
mkfifo pipe; ln -s loop loop
for unit in ../unit-*; do ln -s "$CANARY/closed" "$unit/planted"; done
`;

/** What a test does with the folders of its own unit, in which the agent's next order would be written. */
const replaceUnit = `
printf 'Error: attacked\\n    at own (attack.sh:1:1)\\n' > stack.txt
if [ -n "$ASSAY_CHANNEL" ]; then
  mv "$ASSAY_CHANNEL" "$ASSAY_CHANNEL-gone"; ln -s "$CANARY/closed/secret.txt" "$ASSAY_CHANNEL"
fi
if [ -n "$ASSAY_ARTIFACTS" ]; then mv "$ASSAY_ARTIFACTS" "$ASSAY_ARTIFACTS-gone"; ln -s "$CANARY/closed" "$ASSAY_ARTIFACTS"; fi
for unit in ../unit-*; do mv "$unit" "$unit-gone"; ln -s "$CANARY/closed" "$unit"; done
`;

const replaceRun = `
cd .. && mkdir kept && for each in * .[a-z]*; do [ "$each" = kept ] || mv "$each" kept/ 2>/dev/null; ln -s "$CANARY" "$each" 2>/dev/null; done
`;

const replaceModules = `
rm -rf node_modules; ln -s "$CANARY/node_modules" node_modules
rm -rf "$HOME" 2>/dev/null; ln -s "$CANARY/closed" "$HOME"
[ -n "$VIRTUAL_ENV" ] && mv "$VIRTUAL_ENV" "$VIRTUAL_ENV-gone" && ln -s "$CANARY" "$VIRTUAL_ENV"
true
`;

const many = `node -e '
const fs = require("node:fs");
for (let folder = 0; folder < 200; folder += 1) {
  fs.mkdirSync("many/" + folder, { recursive: true });
  for (let file = 0; file < 100; file += 1) fs.symlinkSync(process.env.CANARY + "/closed", "many/" + folder + "/" + file);
}
process.chdir("many");
for (let level = 0; level < 1500; level += 1) { fs.mkdirSync("d"); process.chdir("d"); fs.symlinkSync(process.env.CANARY, "link"); }
'`;

describe.each(hostileWays)('the end of a run, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);

  const kinds = [
    ['locked folders, pipes and links are removed without following one', leftovers, false],
    ['a link in place of a folder of the unit receives no order of the agent', replaceUnit, true],
    ['links in place of everything in the folder of the run are not followed', replaceRun, false],
    ['links in place of packages and the home folder are not followed', replaceModules, false],
    ['a folder that is exchanged for a link during the removal keeps it harmless', exchange('exchanged'), false],
  ] as const;
  for (const [title, attack, retryFailedTests] of kinds) {
    attackByEach(bench, way, {
      title,
      planOf: () => ({ attack, run: { retryFailedTests, testTimeoutSeconds: 10 } }),
      check: ({ order }, hostile) => hostile.untilRemoved(order),
    });
  }

  attackByEach(
    bench,
    way,
    {
      title: 'twenty thousand links and 1,500 levels are removed',
      planOf: () => ({ attack: many }),
      check: async ({ order, outcome }, hostile) => {
        await outcome;
        await hostile.untilRemoved(order);
      },
    },
    [adapterOf('Other')],
  );

  (usable ? it : it.skip)(`runners stay free for other accounts (needs ${needs})`, () => bench().expectOthersToRun());
});
