import { readFileSync } from 'node:fs';
import { keccak256, Transaction } from 'ethers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gasPriceOracleAddress, oracle, scriptedNode } from '../test/scripted-node.ts';
import { ann } from '../test/signers.ts';
import { evm } from './index.ts';
import { evmOptionsSchema } from './options.ts';
import { tokenSourcesOf } from './upstream/explorers/held-tokens.ts';
import { explorersOf } from './upstream/explorers/open-explorers.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const example = readFileSync(new URL('../test/example.ts', import.meta.url), 'utf8');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the README', () => {
  it('has the example that this test runs', () => {
    expect(readme).toContain(`\`\`\`ts example.ts\n${example}\`\`\`\n`);
  });

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    let sent = '';
    const node = scriptedNode(8453, {
      balances: { [ann.address.toLowerCase()]: 10n ** 18n },
      baseFee: 1_000_000n,
      tips: [1_000_000n],
      contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1_000n }) },
      methods: {
        eth_sendRawTransaction([raw]) {
          sent = String(raw);
          return keccak256(sent);
        },
      },
    });
    const said: unknown[] = [];
    vi.stubGlobal('fetch', node.fetch);
    vi.stubEnv('PRIVATE_KEY', ann.privateKey);
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
    await import('../test/example.ts');
    const transaction = Transaction.from(sent);
    expect(transaction).toMatchObject({ from: ann.address, chainId: 8453n, value: 10n ** 15n });
    expect(transaction.to).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    expect(said).toEqual(['1000000000000000000 wei', `sent ${transaction.hash}`]);
  });

  it('has the numbers of the code', () => {
    const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    const [, most] = /mostDiscovered = (\d+);/.exec(source('read/account.ts')) ?? [];
    const [, singly] = /mostAskedSingly = (\d+);/.exec(source('read/account.ts')) ?? [];
    const pagesOf = (name: string) => /mostPages = (\d+);/.exec(source(`upstream/explorers/${name}-tokens.ts`))?.[1];
    const page = source('read/explored/read-page.ts');
    const [, rounds] = /mostRounds = (\d+);/.exec(page) ?? [];
    const [, ofBlock] = /mostRoundsOfBlock = (\d+);/.exec(page) ?? [];
    expect(readme).toContain(`at most ${most}. Their contracts tell`);
    expect(readme).toContain(`the limit is ${singly}.`);
    expect(readme).toContain(`At most ${pagesOf('etherscan')} pages of 1,000 transfers`);
    expect(readme).toContain(`At most ${pagesOf('alchemy')} pages of 100 tokens`);
    expect(readme).toContain(`at most ${rounds} rounds`);
    expect(readme).toContain(`it takes up to ${ofBlock} rounds.`);
    // Pages have 50 rows, and 100.
    const rows = [50, 100].map((inPage) => (Number(ofBlock) * inPage).toLocaleString('en'));
    expect(readme).toContain(`(${rows[0]} rows of the account with Blockscout, ${rows[1]} with Etherscan)`);
    expect(source('read/history.ts')).toContain('graceMs = 500;');
    expect(readme).toContain('waits half a second for it');
  });

  it('names every kind of explorer', () => {
    const kinds = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, kind]) => kind);
    expect(explorersOf(kinds).map(({ kind }) => kind)).toEqual(['blockscout', 'etherscan', 'routescan']);
    expect(['rpc', ...tokenSourcesOf(kinds).map(({ kind }) => kind)]).toEqual(Object.keys(evm.family.upstreams));
  });

  it('names every option of the family', () => {
    for (const option of Object.keys(evmOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });
});
