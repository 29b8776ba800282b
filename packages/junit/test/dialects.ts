import type { Dialect } from './dialect.ts';
import { javaScriptDialects } from './javaScriptDialects.ts';
import { nativeDialects } from './nativeDialects.ts';

/** Results as each tool writes them, shortened, and what must be read from them. */
export const dialects: Dialect[] = [
  [
    'pytest (xunit2)',
    `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4" time="0.043" timestamp="2026-03-02T10:11:12.131415+00:00" hostname="ci-7"><properties><property name="build" value="7"/></properties><testcase classname="tests.test_cart.TestCart" name="test_add[1-one]" time="0.001"><properties><property name="ticket" value="A-1"/></properties></testcase><testcase classname="tests.test_cart" name="test_total" time="0.002"><failure message="assert 3 == 4&#10; +  where 3 = total()">def test_total():
&gt;       assert total() == 4
E       assert 3 == 4</failure></testcase><testcase classname="tests.test_cart" name="test_later" time="0.000"><skipped type="pytest.xfail" message="known"/></testcase><testcase classname="" name="tests.test_broken" time="0.000"><error message="collection failure">ImportError while importing</error></testcase></testsuite></testsuites>`,
    [
      ['tests.test_cart.TestCart', 'test_add[1-one]', 'PASS', 1],
      ['tests.test_cart', 'test_total', 'FAIL', 2],
      ['tests.test_cart', 'test_later', 'IGNORED', 0],
      ['pytest', 'tests.test_broken', 'FAIL', 0],
    ],
  ],
  [
    'pytest (xunit1)',
    '<testsuites><testsuite name="pytest"><testcase classname="tests.test_cart.TestCart" name="test_add" file="tests/test_cart.py" line="4" time="0.5"/><testcase classname="tests.test_cart" name="test_top" file="tests/test_cart.py" line="9" time="0.25"/></testsuite></testsuites>',
    [
      ['tests/test_cart.py', 'TestCart › test_add', 'PASS', 500],
      ['tests/test_cart.py', 'test_top', 'PASS', 250],
    ],
  ],
  [
    'Surefire with reruns',
    `<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0" name="com.acme.CartTest" time="1,204.5" tests="2" errors="0" skipped="0" failures="1" flakes="1">
  <properties><property name="java.version" value="21"/></properties>
  <testcase name="adds" classname="com.acme.CartTest" time="0.012"><flakyFailure message="expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError" time="0.1"><stackTrace><![CDATA[org.opentest4j.AssertionFailedError
	at com.acme.CartTest.adds(CartTest.java:9)]]></stackTrace><system-out>first try</system-out></flakyFailure><system-out><![CDATA[second try]]></system-out></testcase>
  <testcase name="pays" classname="com.acme.CartTest" time="0.2"><failure message="no" type="java.lang.AssertionError"><![CDATA[at a]]></failure><rerunFailure message="no again" type="java.lang.AssertionError"><stackTrace>at b</stackTrace></rerunFailure></testcase></testsuite>`,
    [
      ['com.acme.CartTest', 'adds', 'FAIL PASS', 12],
      ['com.acme.CartTest', 'pays', 'FAIL FAIL', 200],
    ],
  ],
  [
    'Gradle',
    '<testsuite name="com.acme.CartTest" tests="2" skipped="1" failures="0" errors="0" timestamp="2026-03-02T10:11:12.000Z" hostname="ci" time="0.013"><properties/><testcase name="adds()" classname="com.acme.CartTest" time="0.01"/><testcase name="adds(int)[1]" classname="com.acme.CartTest" time="0.003"><skipped/></testcase><system-out><![CDATA[of the suite]]></system-out><system-err><![CDATA[]]></system-err></testsuite>',
    [
      ['com.acme.CartTest', 'adds()', 'PASS', 10],
      ['com.acme.CartTest', 'adds(int)[1]', 'IGNORED', 3],
    ],
  ],
  [
    'TestNG',
    '<testsuite ignored="1" hostname="ci" failures="1" tests="3" name="com.acme.PayTest" time="0.1" errors="0" timestamp="2026-03-02T10:11:12 UTC" skipped="0"><testcase classname="com.acme.PayTest" name="pays" time="0.05"><failure type="java.lang.AssertionError" message="expected [true]"><![CDATA[java.lang.AssertionError]]></failure></testcase><testcase classname="com.acme.PayTest" name="refunds" time="0.05"/><testcase classname="com.acme.PayTest" name="later" time="0"><skipped/></testcase></testsuite>',
    [
      ['com.acme.PayTest', 'pays', 'FAIL', 50],
      ['com.acme.PayTest', 'refunds', 'PASS', 50],
      ['com.acme.PayTest', 'later', 'IGNORED', 0],
    ],
  ],
  [
    'Eclipse',
    '<?xml version="1.0" encoding="UTF-8"?><testrun name="CartTest" project="shop" tests="1" started="1" failures="0" errors="0" ignored="0"><testsuite name="shop.CartTest" time="0.2"><testcase name="adds" classname="shop.CartTest" time="0.1"/></testsuite></testrun>',
    [['shop.CartTest', 'adds', 'PASS', 100]],
  ],
  [
    'Go (gotestsum)',
    '<testsuites tests="3" failures="1" errors="0" time="0.3"><testsuite tests="3" failures="1" time="0.203000" name="acme/cart" timestamp="2026-03-02T10:11:12Z"><properties><property name="go.version" value="go1.22"></property></properties><testcase classname="acme/cart" name="TestAdd" time="0.100000"></testcase><testcase classname="acme/cart" name="TestAdd/one" time="0.050000"><failure message="Failed" type="">    cart_test.go:9: no</failure></testcase><testcase classname="acme/cart" name="TestLater" time="0.000000"><skipped message="    cart_test.go:15: later"></skipped></testcase></testsuite></testsuites>',
    [
      ['acme/cart', 'TestAdd', 'PASS', 100],
      ['acme/cart', 'TestAdd/one', 'FAIL', 50],
      ['acme/cart', 'TestLater', 'IGNORED', 0],
    ],
  ],
  [
    'Rust (cargo-nextest)',
    '<testsuites name="nextest-run" tests="2" failures="0" errors="0" uuid="5b" timestamp="2026-03-02T10:11:12.000+00:00" time="0.2"><testsuite name="cart::basic" tests="2" disabled="0" errors="0" failures="0"><testcase name="tests::adds" classname="cart::basic" timestamp="2026-03-02T10:11:12.000+00:00" time="0.01"></testcase><testcase name="tests::flaky" classname="cart::basic" time="0.02"><flakyFailure timestamp="2026-03-02T10:11:12.000+00:00" time="0.02" message="thread panicked" type="test failure">at src/lib.rs:3<system-out>try 1</system-out></flakyFailure></testcase></testsuite></testsuites>',
    [
      ['cart::basic', 'tests::adds', 'PASS', 10],
      ['cart::basic', 'tests::flaky', 'FAIL PASS', 20],
    ],
  ],
  [
    'PHPUnit',
    '<testsuites><testsuite name="/app/phpunit.xml" tests="2" assertions="2" errors="0" failures="0" skipped="0" time="0.01"><testsuite name="unit" tests="2" time="0.01"><testsuite name="Tests\\CartTest" file="/app/tests/CartTest.php" tests="2" time="0.01"><testcase name="testAdd" file="/app/tests/CartTest.php" line="9" class="Tests\\CartTest" classname="Tests.CartTest" assertions="1" time="0.005"/><testsuite name="Tests\\CartTest::testSum" tests="1" time="0.005"><testcase name="testSum with data set #0" file="/app/tests/CartTest.php" line="19" class="Tests\\CartTest" classname="Tests.CartTest" assertions="1" time="0.005"/></testsuite></testsuite></testsuite></testsuite></testsuites>',
    [
      ['tests/CartTest.php', 'Tests.CartTest › testAdd', 'PASS', 5],
      ['tests/CartTest.php', 'Tests.CartTest › testSum with data set #0', 'PASS', 5],
    ],
  ],
  [
    'RSpec',
    '<testsuite name="rspec" tests="2" skipped="1" failures="0" errors="0" time="0.05" timestamp="2026-03-02T10:11:12+00:00" hostname="ci"><properties><property name="seed" value="1"/></properties><testcase classname="spec.cart_spec" name="Cart adds" file="./spec/cart_spec.rb" time="0.01"></testcase><testcase classname="spec.cart_spec" name="Cart pays" file="./spec/cart_spec.rb" time="0"><skipped/></testcase></testsuite>',
    [
      ['spec/cart_spec.rb', 'Cart adds', 'PASS', 10],
      ['spec/cart_spec.rb', 'Cart pays', 'IGNORED', 0],
    ],
  ],
  [
    'CTest',
    '<testsuite name="Linux-c++" tests="3" failures="1" disabled="1" skipped="0" hostname="" time="1" timestamp="2026-03-02T10:11:12"><testcase name="cart" classname="cart" time="0.5" status="run"><system-out>ok</system-out></testcase><testcase name="pay" classname="pay" time="0.5" status="fail"><failure message=""/><system-out>no</system-out></testcase><testcase name="later" classname="later" time="0" status="disabled"><system-out>Disabled</system-out></testcase><testcase name="not here" classname="not here" time="0" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase><testcase name="gone" classname="gone" time="0" status="notrun"><skipped message="Unable to find executable"/></testcase><testcase name="needs" classname="needs" time="0" status="notrun"><skipped message="Fixture dependency failed"/></testcase></testsuite>',
    [
      ['Linux-c++', 'cart', 'PASS', 500],
      ['Linux-c++', 'pay', 'FAIL', 500],
      ['Linux-c++', 'later', 'IGNORED', 0],
      ['Linux-c++', 'not here', 'IGNORED', 0],
      ['Linux-c++', 'gone', 'FAIL', 0],
      ['Linux-c++', 'needs', 'FAIL', 0],
    ],
  ],
  [
    'googletest',
    '<testsuites tests="3" failures="1" disabled="1" errors="0" time="0.1" timestamp="2026-03-02T10:11:12.000" name="AllTests"><testsuite name="CartTest" tests="3" failures="1" disabled="1" skipped="0" errors="0" time="0.1"><testcase name="Adds" file="cart_test.cc" line="7" status="run" result="completed" time="0.05" classname="CartTest"/><testcase name="Pays" file="cart_test.cc" line="9" status="run" result="completed" time="0.05" classname="CartTest"><failure message="cart_test.cc:9&#x0A;Expected" type=""><![CDATA[cart_test.cc:9]]></failure></testcase><testcase name="DISABLED_Later" file="cart_test.cc" line="11" status="notrun" result="suppressed" time="0" classname="CartTest"/></testsuite></testsuites>',
    [
      ['cart_test.cc', 'CartTest › Adds', 'PASS', 50],
      ['cart_test.cc', 'CartTest › Pays', 'FAIL', 50],
      ['cart_test.cc', 'CartTest › DISABLED_Later', 'IGNORED', 0],
    ],
  ],
  [
    'Robot Framework',
    '<testsuite name="Shop" tests="2" errors="0" failures="1" skipped="0" time="0.100" timestamp="2026-03-02T10:11:12.000000"><testsuite name="Login"><testcase classname="Shop.Login" name="Valid Login" time="0.050"></testcase><testcase classname="Shop.Login" name="Wrong Password" time="0.050"><failure message="Page should have contained" type="AssertionError"></failure></testcase></testsuite></testsuite>',
    [
      ['Shop.Login', 'Valid Login', 'PASS', 50],
      ['Shop.Login', 'Wrong Password', 'FAIL', 50],
    ],
  ],
  [
    'xunit of .NET (JunitXml.TestLogger)',
    '<testsuites><testsuite name="Acme.Tests.dll" tests="2" skipped="0" failures="1" errors="0" time="0.1" timestamp="2026-03-02T10:11:12" hostname="ci" id="0" package="Acme.Tests.dll"><properties/><testcase classname="Acme.Tests.CartTests" name="Adds(a: 1, b: 2)" time="0.0123456"/><testcase classname="Acme.Tests.CartTests" name="Pays" time="0.05"><failure type="failure" message="Assert.Equal() Failure">   at Acme</failure></testcase><system-out>Junit Logger does not log standard output</system-out><system-err/></testsuite></testsuites>',
    [
      ['Acme.Tests.CartTests', 'Adds(a: 1, b: 2)', 'PASS', 12],
      ['Acme.Tests.CartTests', 'Pays', 'FAIL', 50],
    ],
  ],
  ...javaScriptDialects,
  ...nativeDialects,
];
