import type { ProposedRuntime } from '@assay/contract';
import { render, screen } from '@testing-library/react';
import { RuntimeRow } from './RuntimeRow.tsx';

const runtime: ProposedRuntime = {
  name: 'Node',
  asked: '>=22',
  ranges: ['>=22.0.0'],
  file: 'app/package.json',
  line: 4,
  used: '22.14.0',
  missing: null,
};
const show = (change: Partial<ProposedRuntime>) => render(<RuntimeRow runtime={{ ...runtime, ...change }} />);

describe('the Node that a repository asks for', () => {
  it('is shown as an agent has it', () => {
    show({});
    expect(screen.getByRole('listitem')).toHaveTextContent('Node22.14.0package.json asks for >=22; an agent has it');
    expect(screen.getByRole('img', { name: 'Found' })).toBeInTheDocument();
  });

  it('is to check where agents have others', () => {
    const missing = 'app/package.json asks for Node >=22, the agent has 20.20.2.';
    show({ used: null, missing });
    expect(screen.getByRole('listitem')).toHaveTextContent(`Node>=22${missing}`);
    expect(screen.getByRole('img', { name: 'To check' })).toBeInTheDocument();
  });

  it('is shown as it is written where no agent runs', () => {
    show({ used: null });
    expect(screen.getByRole('listitem')).toHaveTextContent('Node>=22package.json asks for >=22');
  });
});
