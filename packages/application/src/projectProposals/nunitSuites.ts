import { baseOf, folderOf, isIn, lineOf, nearest, ownPaths } from './repositoryFiles.ts';
import { certain, type SuiteDetector, suiteOf, tagsFinding, tagsOf, toCheck } from './suite.ts';

/** NUnit: each .NET project that refers to it; its DLL is where `dotnet build` puts it. */
export const nunitSuites: SuiteDetector = (files) => {
  const paths = ownPaths(files);
  const projects = paths.filter(
    (path) => path.endsWith('.csproj') && /Include="NUnit"/i.test(files.texts.get(path) ?? ''),
  );
  return nearest(files, projects, folderOf).map((project) => {
    const folder = folderOf(project);
    const text = files.texts.get(project) ?? '';
    const target = /<TargetFrameworks?>\s*([^;<\s]+)/.exec(text)?.[1] ?? null;
    const name = /<AssemblyName>\s*([^<\s]+)/.exec(text)?.[1] ?? baseOf(project).replace(/\.csproj$/, '');
    const usingDotnetCore = target === null || !/^net4/.test(target);
    const usingSelenium = /Include="Selenium/i.test(text);
    const version = /Include="NUnit"\s+Version="([^"]+)"/i.exec(text)?.[1] ?? null;
    const tests = paths.filter((path) => isIn(folder, path) && /Tests?\w{0,100}\.cs$/.test(path));
    const read = tests.flatMap((path) => files.texts.get(path) ?? []);
    const testTags = tagsOf(
      read.flatMap((test) => [...test.matchAll(/\[Category\("([^"]+)"\)/g)].map(([, tag = '']) => tag)),
    );
    const dll = `bin/Debug/${target ?? 'net8.0'}/${name}.dll`;
    return suiteOf(
      folder,
      'NUnit',
      { testingFrameworkVersion: version, usingDotnetCore, usingSelenium, testArtifacts: [dll], testTags },
      [
        certain('testingFramework', `NUnit in ${project}`, { file: project, line: lineOf(text, /Include="NUnit"/i) }),
        version === null ? null : certain('testingFrameworkVersion', `As ${baseOf(project)} has it`, { file: project }),
        target === null
          ? toCheck('usingDotnetCore', 'The project does not say for which .NET it is built')
          : certain('usingDotnetCore', `It is built for ${target}`, {
              file: project,
              line: lineOf(text, '<TargetFramework'),
            }),
        certain('usingSelenium', usingSelenium ? `Selenium in ${project}` : 'The project does not refer to Selenium'),
        target === null
          ? toCheck('testArtifacts', 'Where dotnet build would put it for .NET 8')
          : certain('testArtifacts', 'Where dotnet build puts it'),
        certain('installCommand', 'Built by dotnet build'),
        tagsFinding(testTags, read.length),
        certain('resultFiles', 'NUnit tells them itself; no JUnit XML is needed'),
      ],
      tests,
    );
  });
};
