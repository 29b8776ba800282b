import { counted, type RootCause } from '@assay/contract';

/** @returns a cause as messages name it: in the model's words if a model has answered */
export function namedCause({ name, model, testCount }: Pick<RootCause, 'name' | 'model' | 'testCount'>): {
  name: string;
  testCount: number;
} {
  return { name: model?.title ?? name, testCount };
}

/** @returns such as `9 failures have 2 causes` */
export function causesText(failCount: number, causeCount: number): string {
  const failures = counted(failCount, 'failure');
  if (causeCount === 0) return failures;
  return `${failures} ${failCount === 1 ? 'has' : 'have'} ${counted(causeCount, 'cause')}`;
}
