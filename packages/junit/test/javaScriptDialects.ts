import type { Dialect } from './dialect.ts';

/** Results as the tools of JavaScript write them. */
export const javaScriptDialects: Dialect[] = [
  [
    'jest-junit',
    '<testsuites name="jest tests" tests="2" failures="0" errors="0" time="1.2"><testsuite name="cart" errors="0" failures="0" skipped="0" timestamp="2026-03-02T10:11:12" time="0.5" tests="2"><testcase classname="cart adds" name="cart adds" time="0.004"></testcase><testcase classname="cart pays" name="cart pays" time="0.006"></testcase></testsuite></testsuites>',
    [
      ['cart', 'cart adds', 'PASS', 4],
      ['cart', 'cart pays', 'PASS', 6],
    ],
  ],
  [
    'Mocha and Cypress (mocha-junit-reporter)',
    '<testsuites name="Mocha Tests" time="1.5" tests="2" failures="1"><testsuite name="Root Suite" timestamp="2026-03-02T10:11:12" tests="0" file="cypress/e2e/login.cy.js" time="0.000" failures="0"></testsuite><testsuite name="Login" timestamp="2026-03-02T10:11:12" tests="2" time="1.5" failures="1"><testcase name="Login works" time="1.000" classname="works"></testcase><testcase name="Login fails" time="0.500" classname="fails"><failure message="Timed out" type="AssertionError"><![CDATA[AssertionError: Timed out]]></failure></testcase></testsuite></testsuites>',
    [
      ['cypress/e2e/login.cy.js', 'Login works', 'PASS', 1000],
      ['cypress/e2e/login.cy.js', 'Login fails', 'FAIL', 500],
    ],
  ],
  [
    "Mocha's own (xunit), with a title that ends in the name of its class",
    '<testsuite name="Mocha Tests" tests="2" failures="0" errors="0" skipped="0" timestamp="Mon, 02 Mar 2026 10:11:12 GMT" time="0.004"><testcase classname="braces" name="should support braces" file="/app/test/braces.js" time="0.001"/><testcase classname="braces nested" name="are read" file="/app/test/braces.js" time="0.002"/></testsuite>',
    [
      ['test/braces.js', 'braces › should support braces', 'PASS', 1],
      ['test/braces.js', 'braces nested › are read', 'PASS', 2],
    ],
  ],
  [
    'jest-junit as runner agents have it write',
    '<testsuites name="jest tests" tests="2" failures="0" errors="0" time="0.5"><testsuite name="test/cart.test.js" errors="0" failures="0" skipped="0" timestamp="2026-03-02T10:11:12" time="0.4" tests="2"><testcase classname="Cart › prices" name="add up" time="0.002" file="test/cart.test.js"></testcase><testcase classname="" name="is there" time="0.001" file="test/cart.test.js"></testcase></testsuite></testsuites>',
    [
      ['test/cart.test.js', 'Cart › prices › add up', 'PASS', 2],
      ['test/cart.test.js', 'is there', 'PASS', 1],
    ],
  ],
  [
    'node:test, which escapes quotation marks twice',
    '<testsuites><testcase name="says &amp;quot;yes&amp;quot; &amp; &lt;no>" time="0.001" classname="test"/><testsuite name="the &amp;quot;cart&amp;quot;" time="0.002" disabled="0" errors="0" tests="1" failures="0" skipped="1" hostname="ci"><testcase name="adds" time="0.002" classname="test"><skipped type="skipped" message="true"/></testcase></testsuite></testsuites>',
    [
      ['results.xml', 'says "yes" & <no>', 'PASS', 1],
      ['the "cart"', 'adds', 'IGNORED', 2],
    ],
  ],
  [
    'node:test: a failure of what is to be written is none, and a file that cannot be loaded is called by its path',
    '<testsuites><testcase name="pays" time="0.001" classname="test" failure="not yet"><skipped type="todo" message="later"/><failure type="testCodeFailure" message="not yet">Error: not yet</failure></testcase><testcase name="/app/test/broken.test.js" time="0.05" classname="test"><failure type="testCodeFailure" message="test failed">Error</failure></testcase></testsuites>',
    [
      ['results.xml', 'pays', 'IGNORED', 1],
      ['test/broken.test.js', 'test/broken.test.js', 'FAIL', 50],
    ],
  ],
  [
    "Mocha's own (xunit), with escape codes written as references",
    '<testsuite name="Mocha Tests" tests="2"><testcase classname="cart" name="rings &#x7;&#x1B;[1mloud" file="/app/test/cart.js" time="0.001"><failure>&#x1B;[31mred&#x1B;[0m &#10;Error: red</failure></testcase><testcase classname="cart" name="adds" file="/app/test/cart.js" time="0.002"/></testsuite>',
    [
      ['test/cart.js', 'cart › rings \u0007\u001b[1mloud', 'FAIL', 1],
      ['test/cart.js', 'cart › adds', 'PASS', 2],
    ],
  ],
  [
    'Playwright in two browsers',
    `<testsuites id="" name="" tests="2" failures="1" skipped="0" errors="0" time="3.1"><testsuite name="login.spec.ts" timestamp="2026-03-02T10:11:12.000Z" hostname="chromium" tests="1" failures="0" skipped="0" time="1" errors="0"><testcase name="login › works" classname="login.spec.ts" time="1"></testcase></testsuite><testsuite name="login.spec.ts" timestamp="2026-03-02T10:11:12.000Z" hostname="firefox" tests="1" failures="1" skipped="0" time="2" errors="0"><testcase name="login › works" classname="login.spec.ts" time="2"><failure message="login.spec.ts:3:1 works" type="FAILURE"><![CDATA[Error]]></failure><system-out><![CDATA[
[[ATTACHMENT|login-works/test-failed-1.png]]
]]></system-out></testcase></testsuite></testsuites>`,
    [
      ['login.spec.ts', 'login › works [chromium]', 'PASS', 1000],
      ['login.spec.ts', 'login › works [firefox]', 'FAIL', 2000],
    ],
  ],
];
