import type { Dialect } from './dialect.ts';

/** Results in formats of their own, which are no JUnit XML. */
export const nativeDialects: Dialect[] = [
  [
    'VSTest (TRX)',
    `<?xml version="1.0" encoding="utf-8"?>
<TestRun id="5b1f" name="ci@build 2026-03-02 10:11:12" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Times creation="2026-03-02T10:11:12.0000000+00:00" start="2026-03-02T10:11:12.0000000+00:00" finish="2026-03-02T10:11:13.0000000+00:00"/>
  <Results>
    <UnitTestResult executionId="e1" testId="t1" testName="Acme.CartTests.Adds(a: 1)" computerName="ci" duration="00:00:00.0120000" outcome="Passed" testListId="l"/>
    <UnitTestResult executionId="e2" testId="t2" testName="Pays" computerName="ci" duration="00:00:01.5000000" outcome="Failed" testListId="l">
      <Output><StdOut>paying</StdOut><ErrorInfo><Message>expected 3</Message><StackTrace>at Acme.CartTests.Pays()</StackTrace></ErrorInfo></Output>
      <ResultFiles><ResultFile path="ci/pay.png"/></ResultFiles>
    </UnitTestResult>
    <UnitTestResult executionId="e3" testId="t3" testName="Later" outcome="NotExecuted" testListId="l"><Output><ErrorInfo><Message>not yet</Message></ErrorInfo></Output></UnitTestResult>
    <UnitTestResult executionId="e4" testId="t4" testName="Rows" outcome="Failed" resultType="DataDrivenTest" testListId="l"><InnerResults>
      <UnitTestResult executionId="e5" testId="t4" testName="Rows (1)" duration="00:00:00.0010000" outcome="Passed" resultType="DataDrivenDataRow"/>
      <UnitTestResult executionId="e6" testId="t4" testName="Rows (2)" duration="00:00:00.0020000" outcome="Timeout" resultType="DataDrivenDataRow"/>
    </InnerResults></UnitTestResult>
    <UnitTestResult executionId="e7" testId="t5" testName="Crashes" testListId="l"/>
  </Results>
  <TestDefinitions>
    <UnitTest name="Adds" storage="acme.dll" id="t1"><Execution id="e1"/><TestMethod codeBase="acme.dll" className="Acme.CartTests" name="Adds"/></UnitTest>
    <UnitTest name="Pays" storage="acme.dll" id="t2"><TestMethod codeBase="acme.dll" className="Acme.CartTests, Acme, Version=1.0.0.0" name="Pays"/></UnitTest>
    <UnitTest name="Later" id="t3"><TestMethod className="Acme.CartTests" name="Later"/></UnitTest>
    <UnitTest name="Rows" id="t4"><TestMethod className="Acme.RowTests" name="Rows"/></UnitTest>
    <UnitTest name="Crashes" id="t5"><TestMethod className="Acme.RowTests" name="Crashes"/></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed"><Counters total="5" executed="4" passed="1" failed="3"/></ResultSummary>
</TestRun>`,
    [
      ['Acme.CartTests', 'Adds(a: 1)', 'PASS', 12],
      ['Acme.CartTests', 'Pays', 'FAIL', 1500],
      ['Acme.CartTests', 'Later', 'IGNORED', null],
      ['Acme.RowTests', 'Rows (1)', 'PASS', 1],
      ['Acme.RowTests', 'Rows (2)', 'FAIL', 2],
      ['Acme.RowTests', 'Crashes', 'FAIL', null],
    ],
  ],
  [
    'VSTest (TRX), of a run that crashed beside its tests',
    `<TestRun id="6c"><Results><UnitTestResult testId="t1" testName="Acme.A.Works" outcome="Passed" duration="00:00:00.5"/></Results>
     <TestDefinitions><UnitTest id="t1"><TestMethod className="Acme.A" name="Works"/></UnitTest></TestDefinitions>
     <ResultSummary outcome="Failed"><Counters total="1"/><RunInfos><RunInfo outcome="Error"><Text>The active test run was aborted.</Text></RunInfo></RunInfos></ResultSummary></TestRun>`,
    [
      ['Acme.A', 'Works', 'PASS', 500],
      ['results.xml', '(outside of any test)', 'FAIL', null],
    ],
  ],
  [
    'NUnit 3',
    `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<test-run id="2" testcasecount="5" result="Failed" total="5" passed="2" failed="1" inconclusive="1" skipped="1" duration="0.5">
  <test-suite type="Assembly" id="0-1" name="Acme.Tests.dll" result="Failed" site="Child"><failure><message><![CDATA[One or more child tests had errors]]></message></failure>
    <test-suite type="TestFixture" id="0-2" name="CartTests" fullname="Acme.CartTests" classname="Acme.CartTests" result="Failed" site="Child">
      <test-case id="0-3" name="Adds(1,2)" fullname="Acme.CartTests.Adds(1,2)" methodname="Adds" classname="Acme.CartTests" result="Passed" duration="0.012000"><output><![CDATA[adding]]></output></test-case>
      <test-case id="0-4" name="Pays" classname="Acme.CartTests" result="Failed" site="Test" duration="0.2"><failure><message><![CDATA[Expected: 3]]></message><stack-trace><![CDATA[at Acme.CartTests.Pays()]]></stack-trace></failure><assertions><assertion result="Failed"><message>Expected: 3</message></assertion></assertions></test-case>
      <test-case id="0-5" name="Later" classname="Acme.CartTests" result="Skipped" label="Ignored" duration="0"><reason><message>not yet</message></reason></test-case>
      <test-case id="0-6" name="Unsure" classname="Acme.CartTests" result="Inconclusive" duration="0"/>
    </test-suite>
    <test-suite type="TestFixture" id="0-7" name="DbTests" classname="Acme.DbTests" result="Failed" site="TearDown"><failure><message>OneTimeTearDown: connection lost</message></failure>
      <test-case id="0-8" name="Reads" classname="Acme.DbTests" result="Passed" duration="0.001"/>
    </test-suite>
  </test-suite>
</test-run>`,
    [
      ['Acme.CartTests', 'Adds(1,2)', 'PASS', 12],
      ['Acme.CartTests', 'Pays', 'FAIL', 200],
      ['Acme.CartTests', 'Later', 'IGNORED', 0],
      ['Acme.CartTests', 'Unsure', 'IGNORED', 0],
      ['Acme.DbTests', 'Reads', 'PASS', 1],
      ['Acme.Tests.dll', 'DbTests › (outside of any test)', 'FAIL', null],
    ],
  ],
  [
    'xUnit.net 2',
    `<assemblies timestamp="03/02/2026 10:11:12"><assembly name="/home/ci/bin/Acme.Tests.dll" run-date="2026-03-02" run-time="10:11:12" total="3" passed="1" failed="1" skipped="1" errors="1" time="0.3">
  <errors><error type="test-class-cleanup" name="Acme.CartTests"><failure exception-type="System.Exception"><message><![CDATA[not cleaned up]]></message><stack-trace><![CDATA[at Dispose()]]></stack-trace></failure></error></errors>
  <collection name="Test collection for Acme.CartTests" total="3" time="0.2">
    <test name="Acme.CartTests.Adds(a: 1)" type="Acme.CartTests" method="Adds" time="0.0123456" result="Pass"><traits><trait name="kind" value="fast"/></traits><output><![CDATA[adding]]></output></test>
    <test name="Acme.CartTests.Pays" type="Acme.CartTests" method="Pays" time="0.05" result="Fail"><failure exception-type="Xunit.Sdk.EqualException"><message><![CDATA[Assert.Equal() Failure]]></message><stack-trace><![CDATA[at Acme]]></stack-trace></failure></test>
    <test name="to be shown &lt;later&gt;" type="Acme.CartTests" method="Later" time="0" result="Skip"><reason><![CDATA[not yet]]></reason></test>
  </collection></assembly></assemblies>`,
    [
      ['Acme.Tests.dll', '(outside of any test) test-class-cleanup Acme.CartTests', 'FAIL', null],
      ['Acme.CartTests', 'Adds(a: 1)', 'PASS', 12],
      ['Acme.CartTests', 'Pays', 'FAIL', 50],
      ['Acme.CartTests', 'to be shown <later>', 'IGNORED', 0],
    ],
  ],
  [
    "CTest's own",
    `<?xml version="1.0" encoding="UTF-8"?><Site BuildName="Linux-c++" BuildStamp="20260302-1011-Experimental" Name="ci" Generator="ctest-3.28.1"><Testing><StartDateTime>Mar 02 10:11 UTC</StartDateTime>
  <TestList><Test>./cart</Test><Test>./pay</Test></TestList>
  <Test Status="passed"><Name>cart</Name><Path>.</Path><FullName>./cart</FullName><Results><NamedMeasurement type="numeric/double" name="Execution Time"><Value>0.5</Value></NamedMeasurement><NamedMeasurement type="text/string" name="Completion Status"><Value>Completed</Value></NamedMeasurement><Measurement><Value>ok</Value></Measurement></Results></Test>
  <Test Status="failed"><Name>pay</Name><Results><NamedMeasurement name="Exit Code"><Value>Failed</Value></NamedMeasurement><NamedMeasurement name="Exit Value"><Value>8</Value></NamedMeasurement><NamedMeasurement name="Execution Time"><Value>0.25</Value></NamedMeasurement><NamedMeasurement name="Completion Status"><Value>Completed</Value></NamedMeasurement></Results></Test>
  <Test Status="notrun"><Name>later</Name><Results><NamedMeasurement name="Completion Status"><Value>Disabled</Value></NamedMeasurement></Results></Test>
  <Test Status="notrun"><Name>gone</Name><Results><NamedMeasurement name="Completion Status"><Value>Unable to find executable</Value></NamedMeasurement></Results></Test>
  <EndDateTime>Mar 02 10:11 UTC</EndDateTime></Testing></Site>`,
    [
      ['Linux-c++', 'cart', 'PASS', 500],
      ['Linux-c++', 'pay', 'FAIL', 250],
      ['Linux-c++', 'later', 'IGNORED', null],
      ['Linux-c++', 'gone', 'FAIL', null],
    ],
  ],
];
