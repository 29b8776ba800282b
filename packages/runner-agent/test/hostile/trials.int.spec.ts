import { randomInt } from 'node:crypto';
import { commandLinesWith } from '../../../../test/support/commandLines.ts';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

const mark = `86400.${randomInt(1e9, 1e10)}`;
/** What a build command tries: no test has to run for it. */
const attack = `
id -u; cat "$CANARY/closed/secret.txt" "/proc/$AGENT_PID/environ"; ls "$CANARY/closed"; echo x > "$CANARY/closed/written"
for each in /proc/[0-9]*; do cat "$each/environ" "$each/root$CANARY/closed/secret.txt"; done 2>/dev/null | tr '\\0' '\\n' | grep -a 'ASSAY_AGENT_TOKEN'
ls -l /proc/self/fd
ln -s "$CANARY/closed" linked; kill -9 "$AGENT_PID"
echo "secret $SECRET"
(env -i /usr/bin/setsid --fork /bin/sleep ${mark} < /dev/null > /dev/null 2>&1 3>&- &)
until cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -q 'sleep ${mark}'; do :; done
echo 'the daemon is alive'
`;

/** Stops the helper for the files of the trial, before it is to remove them; it then serves. */
const stopHelper = `for each in /proc/[0-9]*; do
  tr '\\0' ' ' < "$each/cmdline" 2>/dev/null | grep -q projectFiles.cjs && kill -STOP "\${each#/proc/}" 2>/dev/null
done
exec node -e 'require("node:http").createServer((_, answer) => answer.end()).listen(process.env.ASSAY_PORT)'
`;

describe.each(hostileWays)('trials of settings, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  its(`get nothing of the agent, and leave nothing behind (needs ${needs})`, async () => {
    const trial = bench().trial(adapterOf('Other'), () => ({
      attack,
      settings: { buildCommand: 'sh attack.sh' },
      run: { variables: [{ key: 'SECRET', value: 'of the environment', encrypted: true, file: false }] },
    }));
    const report = await trial.outcome;
    expect(report).toMatchObject({ problem: null, found: { count: null } });
    expect(report?.log).toContain('the daemon is alive');
    await bench().untilRemoved(trial.order);
    expect(report?.log).toContain('secret ***');
    expect(commandLinesWith(mark)).toEqual([]);
    expect(trial.findings()).toEqual([]);
    expect(bench().isUp).toBe(true);
  });

  its(`give their places back, whatever they do to the helper for their files (needs ${needs})`, async () => {
    // As many as the agent has places.
    const trials = [1, 2, 3, 4].map(() =>
      bench().trial(adapterOf('Other'), () => ({
        files: { 'server.sh': stopHelper },
        settings: { serverCommand: 'sh server.sh', serverUrl: 'http://127.0.0.1:$ASSAY_PORT' },
      })),
    );
    for (const { outcome } of trials) expect(await outcome).toMatchObject({ problem: null, found: { count: null } });
    await bench().expectOthersToRun();
  });
});
