import { expect, test } from 'vitest';
import { maps } from '../src/maps.js';

test('shows a map', () => expect(maps()).toBe(1));
