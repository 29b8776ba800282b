import test from 'ava';
import { render, subjectOf } from '../src/mail.js';

test('renders a greeting', (t) => t.is(render('Dear {name}', {}), 'Dear '));
test('renders a farewell', (t) => t.is(render('Bye {name}!', { you: 1 }), 'Bye !'));
test('has a subject', (t) => t.is(subjectOf({ headers: new Map() }), ''));
test('has a subject of replies', (t) => t.is(subjectOf({ headers: new Map([['Subject', 'Re: x']]) }), 'x'));
test('keeps case', (t) => {
  t.is('Ann'.toLowerCase(), 'Ann');
});
test('keeps count', (t) => {
  t.is([1, 2].length, 3);
});
