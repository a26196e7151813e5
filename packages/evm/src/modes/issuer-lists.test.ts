import { describe, expect, it } from 'vitest';
import { connectTo, Fault, type NodeScript, token } from '../../test/scripted-node.ts';
import { ann, bob } from '../../test/signers.ts';
import type { EvmChainId } from '../chains.ts';

// Tether's transfer asks for the sender alone. What arrives at a recipient on the list can never be moved again, and the issuer can destroy it.

const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const [sender, recipient] = [ann.address, bob.address];
const parties = { senderAddress: sender, recipientAddress: recipient };
const part = { mode: 'transferToken', ...parties, tokenId: gold, amount: '1500000' };
const all = { mode: 'transferToken', ...parties, tokenId: gold, useMaxAmount: true };

type Lists = Readonly<Record<string, readonly string[]>>;

interface Asked {
  readonly lists?: Lists;
  readonly script?: NodeScript;
  readonly chainId?: EvmChainId;
}

async function encode(intent: object, { lists = {}, script = {}, chainId = 'ethereum' }: Asked) {
  const contract = token({ balances: { [sender.toLowerCase()]: 5_000_000n }, lists });
  const { chain, onTrace, node, roundTrips } = connectTo(chainId, {
    baseFee: 1_000_000_000n,
    tips: [1_000_000_000n],
    balances: { [sender.toLowerCase()]: 10n ** 18n },
    estimate: 50_001n,
    contracts: { [gold.toLowerCase()]: contract },
    methods: { eth_gasPrice: () => '0x1' },
    ...script,
  });
  const { transaction, status } = await chain.encode(intent, { onTrace });
  const errors = status.errors.map(({ code, field }) => [code, field?.split('.').at(-1)]);
  return { errors, items: transaction.encoded.length, asked: node.asked, roundTrips: roundTrips() };
}

const functions = ['isBlackListed', 'isBlocked', 'isBlacklisted', 'isFrozen'];
const refusal = { sender: ['sender.frozen', 'senderAddress'], recipient: ['recipient.frozen', 'recipientAddress'] };

describe('an account that the issuer stopped', () => {
  it.each(functions)('gets no tokens, and sends none (%s)', async (name) => {
    for (const intent of [part, all]) {
      const to = await encode(intent, { lists: { [name]: [recipient] } });
      expect([to.errors, to.items]).toEqual([[refusal.recipient], 0]);
      const from = await encode(intent, { lists: { [name]: [sender] } });
      expect([from.errors, from.items]).toEqual([[refusal.sender], 0]);
    }
  });

  it('is told beside the other one', async () => {
    const both = await encode(part, { lists: { isBlackListed: [sender, recipient] } });
    expect(both.errors).toEqual([refusal.sender, refusal.recipient]);
  });

  // The simulation of the transfer finds everything else.
  it.each(['isBlackListed', 'isBlocked'])('gets none on a chain without Multicall3 (%s)', async (name) => {
    for (const intent of [part, all]) {
      const to = await encode(intent, { chainId: 'chiliz-testnet', lists: { [name]: [recipient] } });
      expect([to.errors, to.items]).toEqual([[refusal.recipient], 0]);
    }
  });
});

describe('a list of an issuer', () => {
  it.each(functions)('with others on it stops nobody (%s)', async (name) => {
    for (const intent of [part, all]) {
      const { errors, items } = await encode(intent, { lists: { [name]: [gold] } });
      expect([errors, items]).toEqual([[], 2]);
    }
  });

  it('is asked in the round of everything else, with one call more', async () => {
    const { asked, roundTrips } = await encode(part, { lists: { isBlackListed: [gold] } });
    expect(roundTrips).toBe(1);
    // The reads of the token, its simulation, and the lists.
    expect(asked.filter(({ method }) => method === 'eth_call')).toHaveLength(3);
  });

  it('is not what a contract answers that has no such function', async () => {
    // A contract that takes any call (WETH), and one that answers something else.
    for (const answer of ['0x', `0x${'00'.repeat(31)}02`, `0x${'00'.repeat(31)}01${'00'.repeat(32)}`]) {
      const contract = token({ balances: { [sender.toLowerCase()]: 5_000_000n } });
      const generous = (data: string, from: string | undefined) => contract(data, from) ?? answer;
      const { errors, items } = await encode(part, { script: { contracts: { [gold.toLowerCase()]: generous } } });
      expect([errors, items]).toEqual([[], 2]);
    }
  });

  it('does not hide why a transfer fails', async () => {
    const contract = token(
      { balances: { [sender.toLowerCase()]: 5_000_000n } },
      { transfer: new Fault(3, 'reverted') },
    );
    const { errors } = await encode(part, { script: { contracts: { [gold.toLowerCase()]: contract } } });
    expect(errors).toEqual([['token.transferFails', 'tokenId']]);
  });

  it.each([
    ['of a name that nobody knows, for the sender', sender, undefined],
    ['of a name that nobody knows, for the recipient', undefined, recipient],
    ['of nobody: the token is paused', undefined, undefined],
  ])('%s, is found by the simulation', async (_, from, to) => {
    const plain = token({ balances: { [sender.toLowerCase()]: 5_000_000n } });
    const isAbout = (data: string, caller: string) =>
      (from === undefined || caller === from.toLowerCase()) &&
      (to === undefined || data.includes(to.slice(2).toLowerCase()));
    const guarded = (data: string, caller: string | undefined) =>
      caller !== undefined && isAbout(data, caller) ? new Fault(3, 'execution reverted: stopped') : plain(data, caller);
    for (const intent of [part, all]) {
      const { errors } = await encode(intent, { script: { contracts: { [gold.toLowerCase()]: guarded } } });
      expect(errors).toEqual([['token.transferFails', 'tokenId']]);
    }
  });

  it('does not matter to coins', async () => {
    const { errors, asked } = await encode({ mode: 'transfer', ...parties, amount: '1' }, {});
    expect([errors, asked.filter(({ method }) => method === 'eth_call')]).toEqual([[], []]);
  });
});
