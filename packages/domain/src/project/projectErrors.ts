import { messages } from '@assay/contract';

export const projectErrors = {
  'project.notFound': { status: 404, text: 'There is no such project.' },
  'project.exists': { status: 409, text: 'This project exists already.' },
  'project.hasTestCode': { status: 409, text: 'The project has a repository already. Change it in its settings.' },
  'project.defaultBranchMissing': { status: 400, text: 'You must select a default branch', field: 'defaultBranch' },
  'project.frameworkNameMissing': {
    status: 400,
    text: 'Enter the name of your testing framework',
    field: 'otherFramework',
  },
  'project.frameworkVersionMissing': {
    status: 400,
    text: messages.selectFrameworkVersion,
    field: 'testingFrameworkVersion',
  },
  'project.testCommandMissing': { status: 400, text: "Can't be blank", field: 'testCommand' },
  'project.dllMissing': { status: 400, text: messages.dllMissing, field: 'testArtifacts' },
  'project.dllInvalid': { status: 400, text: messages.dllInvalid, field: 'testArtifacts' },
  'project.packageMissing': { status: 400, text: messages.packageMissing, field: 'testPackages' },
  'project.packageInvalid': { status: 400, text: messages.packageInvalid, field: 'testPackages' },
  'project.serverUrlMissing': { status: 400, text: messages.serverUrlMissing, field: 'serverUrl' },
  'project.serverCommandMissing': { status: 400, text: messages.serverCommandMissing, field: 'serverCommand' },
  'project.argumentReserved': { status: 400, text: messages.argumentsReserved, field: 'frameworkArguments' },
  'project.resultFilesMissing': { status: 400, text: "Can't be blank", field: 'resultFiles' },
} as const;
