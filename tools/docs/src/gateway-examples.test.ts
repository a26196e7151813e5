import { describe, expect, it } from 'vitest';
import { collect } from './gateway-examples.ts';

type HandIn = Parameters<typeof collect>[0][number];

function handIn(name: string, more: Partial<HandIn['examples']> = {}): HandIn {
  const sender = () => Promise.reject(new Error('nobody signs here'));
  const data = { mode: 'transfer', amount: '1' } as const;
  const intents = { [`${name}-transfer`]: { summary: 'A transfer', chainId: 'sepolia', data } } as const;
  return {
    examples: { sender, intents, ...more },
    programs: {
      sender,
      ...{ chainId: 'sepolia', recipient: 'somebody', amount: '7' },
      signing: [{ label: name, imports: '// nothing', sign: "const signature = '';" }],
    },
  };
}

describe('collect', () => {
  it('puts the examples of all families together, in their order', () => {
    const operations = { chain: { response: 1 } };
    const { encode, programs, ...rest } = collect([handIn('one', { operations }), handIn('two')]);
    expect(Object.keys(encode)).toEqual(['one-transfer', 'two-transfer']);
    expect(encode['one-transfer']).toMatchObject({ summary: 'A transfer (chainId: sepolia)' });
    expect(programs.map(({ label }) => label)).toEqual(['one', 'two']);
    expect(programs[0]?.source).toContain("recipientAddress: 'somebody'");
    const chains = { 'one-transfer': 'sepolia', 'two-transfer': 'sepolia' };
    expect(rest).toEqual({ operations, chains, needs: {} });
  });

  it('names the chains that need more than the development profile', () => {
    const intent = { summary: '', chainId: 'bitcoin', needs: 'litecoind', data: { mode: 'transfer' } } as const;
    expect(collect([handIn('one', { intents: { intent } })]).needs).toEqual({ bitcoin: 'litecoind' });
  });

  it('refuses an example that two families hand in', () => {
    const operations = { chain: { response: 1 } };
    expect(() => collect([handIn('one', { operations }), handIn('two', { operations })])).toThrow('called "chain"');
    expect(() => collect([handIn('one'), handIn('one')])).toThrow('called "one-transfer"');
  });
});
