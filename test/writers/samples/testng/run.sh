jars=/usr/share/java/testng.jar:/usr/share/java/jcommander.jar:/usr/share/java/slf4j-api.jar
javac -cp "$jars" -d classes *.java && java -cp "classes:$jars" org.testng.TestNG -d report -usedefaultlisteners false -listener org.testng.reporters.JUnitReportReporter -testclass CartTest,BrokenSetUpTest,BrokenTearDownTest
