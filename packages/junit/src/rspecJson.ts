import { caseOf, failureOutside, outcomeOf } from './caseOf.ts';
import { jsonReader } from './jsonReader.ts';
import { membersAtStart } from './jsonStart.ts';
import { type Members, membersOf, millisecondsOf, numberOf, textOf, textsIn } from './jsonValues.ts';
import type { JunitCase } from './junitCase.ts';
import type { ReportFormat } from './reportFormat.ts';

const mostMessages = 50;

/** RSpec's formatter `json`, named as RspecJunitFormatter names the same examples. */
export const rspecJson: ReportFormat = {
  name: 'RSpec JSON',
  detects: (start) => {
    const members = membersAtStart(start);
    return (members.has('version') && members.has('examples')) || members.has('summary_line') || isUnloaded(start);
  },
  open: (sink) => {
    // They come first, and only a count at the end says whether they are errors.
    const messages: string[] = [];
    let outside = 0;
    return jsonReader(
      {
        'messages.*': (value) => {
          if (messages.length < mostMessages) messages.push(textOf(value));
        },
        'examples.*': (value) => sink.onCase(caseOfExample(membersOf(value))),
        'summary.errors_outside_of_examples_count': (value) => {
          outside = numberOf(value) ?? 0;
        },
      },
      () => {
        if (outside === 0) return;
        const errors = messages.filter((message) => /\ban error occurred\b/i.test(message)).map((each) => each.trim());
        for (const text of errors) sink.onCase(failureOutside(messageOf(text), text));
        if (errors.length === 0) sink.onCase(failureOutside(`${outside} errors outside of examples`));
      },
    );
  },
};

/** Before the examples there may be long messages. */
function isUnloaded(start: string): boolean {
  return /^\s*\{"version":"[^"]{1,40}","(?:seed":\d+,"|profile|messages)/.test(start);
}

function caseOfExample(example: Members): JunitCase {
  const file = textOf(example.file_path);
  const junitCase = caseOf(textOf(example.full_description), '', []);
  junitCase.file = file === '' ? null : file;
  junitCase.durationMs = millisecondsOf(example.run_time, 1000);
  const { class: kind, message, backtrace } = membersOf(example.exception);
  if (example.status === 'failed') {
    const said = textOf(message).trim();
    const text = [`${textOf(kind)}: ${said}`, ...textsIn(backtrace).map((line) => `  ${line}`)].join('\n');
    junitCase.outcomes.push(outcomeOf('failure', said, textOf(text)));
  } else if (example.status === 'pending') {
    junitCase.outcomes.push(outcomeOf('skipped', textOf(example.pending_message)));
  }
  return junitCase;
}

/** @returns the exception below the head of an error, and the place */
function messageOf(text: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^\w+(?:::\w+)*:$/.test(line));
  return at === -1 ? (lines[0] ?? '') : `${lines[at]} ${(lines[at + 1] ?? '').trim()}`;
}
