import type { FlakyRules, TestId } from '@assay/contract';
import type { QuarantineFacts } from '../quarantinePreview/quarantineFacts.ts';
import type { FlakyTime } from '../testStats/judgeOverTime.ts';

/** The rules that a project has, and others to try. */
export type RulesToTry = { now: FlakyRules; tried: FlakyRules };

/** When a test was flaky by either rules, oldest first. */
export type FlakyTimes = { now: readonly FlakyTime[]; tried: readonly FlakyTime[] };

/** What is known of a project's runs in a time, and of its tests that either rules found flaky in it. */
export type FlakyRulesFacts = QuarantineFacts & { rules: RulesToTry; flaky: ReadonlyMap<TestId, FlakyTimes> };
