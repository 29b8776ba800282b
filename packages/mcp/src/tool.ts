import { type Permission, TestRunId } from '@assay/contract';
import { type Static, type TObject, Type } from 'typebox';
import type { Answer } from './answer.ts';
import type { Service } from './service.ts';

/** A question that a coding agent may ask, or a command. */
export type Tool<Input extends TObject = TObject> = {
  name: string;
  title: string;
  /** For the model: when to use it, and what it answers. */
  description: string;
  /** What its calls of Assay need. A key that allows less is not offered the tool. */
  permission: Permission;
  /** It changes something: clients may ask the person first. */
  changes?: true;
  input: Input;
  answer(input: Static<Input>, service: Service): Promise<Answer>;
};

/** Declares a tool; the type of its input follows from the schema. */
export function tool<Input extends TObject>(declaration: Tool<Input>): Tool {
  return declaration as unknown as Tool;
}

export const offset = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'rows to skip: the answer before names the next offset',
  }),
);
export const project = Type.String({
  minLength: 1,
  maxLength: 80,
  description: "the project's key, as list_projects has it",
});
export const testRun = Type.Unsafe<TestRunId>({
  ...TestRunId,
  description: "the test run's id, as other tools show it",
});
export const test = Type.String({ minLength: 1, maxLength: 160, description: "the test's id, as other tools show it" });
