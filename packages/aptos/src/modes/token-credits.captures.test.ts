import { describeCaptures } from '@isochain/conformance';
import { expect, it } from 'vitest';
import { type Address, addressOfNode } from '../address/address.ts';
import { primaryStore } from '../address/derived.ts';
import { aptMetadata } from '../address/token-id.ts';
import { creditProblems } from './token-credits.ts';

// Events that a node wrote on the main network.

const file = 'aptos/tx-fa-transfer-v1642580695.json';
const facts = { name: 'Aptos Coin', ticker: 'APT', decimals: 8 };

describeCaptures('the events of a transfer', [file], (read) => {
  const { sender, events } = JSON.parse(read(file));
  const from = addressOfNode(sender) as Address;
  const to = addressOfNode('0x5') as Address;
  // The last withdrawal is the charge for the gas. It is in APT, which is no token.
  const gas = '54500';
  const moves = events.filter(({ data }: { data: { amount?: string } }) => data.amount !== gas);
  const transfer = { metadata: aptMetadata, from, to, amount: 10_000n };

  it('name the primary stores of both sides', () => {
    expect(addressOfNode(events[0].data.store)).toBe(primaryStore(from, aptMetadata));
    expect(addressOfNode(events[1].data.store)).toBe(primaryStore(to, aptMetadata));
  });

  it('say that all of it arrives', () => {
    expect(creditProblems(transfer, moves, facts)).toEqual({ errors: [], warnings: [] });
  });

  it('say it if another amount was meant', () => {
    const { errors } = creditProblems({ ...transfer, amount: 10_001n }, moves, facts);
    expect(errors.map(({ code }) => code)).toEqual(['token.notWhole']);
  });
});
