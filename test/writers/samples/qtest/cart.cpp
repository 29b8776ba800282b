#include <QtTest/QtTest>

class CartTest : public QObject {
  Q_OBJECT

private slots:
  void adds() { QCOMPARE(1 + 1, 2); }
  void pays() { QCOMPARE(1 + 1, 3); }
  void isSkipped() { QSKIP("no van"); }
  void isExpectedToFail() {
    QEXPECT_FAIL("", "known <bug>", Continue);
    QVERIFY(false);
  }
  void passesUnexpectedly() {
    QEXPECT_FAIL("", "known", Continue);
    QVERIFY(true);
  }
  void prints() {
    qDebug("adding");
    qWarning("low on <stock>");
  }
  void costs_data() {
    QTest::addColumn<int>("price");
    QTest::newRow("one & more") << 1;
    QTest::newRow("two") << 2;
    QTest::newRow("none") << 0;
  }
  void costs() {
    QFETCH(int, price);
    if (price == 0) QSKIP("free");
    QCOMPARE(price, 1);
  }
  void measures() { QBENCHMARK_ONCE { volatile int sum = 1; Q_UNUSED(sum) } }
  void failsTwice() {
    QTest::qVerify(false, "first", "", __FILE__, __LINE__);
    QFAIL("second");
  }
  void cleanupTestCase() { QFAIL("tear-down failed"); }
};

QTEST_APPLESS_MAIN(CartTest)
#include "cart.moc"
