import { RefusedError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { keccak256 } from 'ethers';
import { describe, expect, it } from 'vitest';
import { connectTo, gasPriceOracleAddress, hex, oracle, token } from '../test/scripted-node.ts';
import { ann, bob, numbersOf } from '../test/signers.ts';
import type { EvmChainId } from './chains.ts';

const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const sender = ann.address.toLowerCase();

/** A transaction that a client encoded and signed, and a node that counts what reaches it. */
async function ready(chainId: EvmChainId, intent: object) {
  const sent: string[] = [];
  const { chain, node } = connectTo(chainId, {
    baseFee: 1_000_000_000n,
    tips: [1_000_000_000n],
    balances: { [sender]: 10n ** 20n },
    nonces: { [sender]: 3 },
    contracts: {
      [gold.toLowerCase()]: token({ balances: { [sender]: 5_000_000n } }),
      [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1_000n, getOperatorFee: (gas) => gas }),
    },
    methods: {
      eth_gasPrice: () => hex(1_000_000_000),
      eth_sendRawTransaction: ([raw]) => {
        sent.push(String(raw));
        return keccak256(String(raw));
      },
    },
  });
  const { transaction } = await chain.encode({ senderAddress: ann.address, recipientAddress: bob.address, ...intent });
  const { r, s, y } = numbersOf(ann, transaction.encoded[0]?.hash?.value ?? '');
  node.asked.length = 0;
  return { chain, node, sent, transaction: JSON.parse(JSON.stringify(transaction)), signature: `${r}${s}1${'bc'[y]}` };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every value that differs from the given one in one leaf, changed, left out or of another type. */
function* changesOf(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    yield `${value}0`;
    yield value.slice(1);
    for (let i = 0; i < value.length; i++) {
      const char = value.charCodeAt(i);
      yield value.slice(0, i) + String.fromCharCode(char ^ 1) + value.slice(i + 1);
    }
    yield 7;
    yield null;
  } else if (typeof value === 'boolean') {
    yield !value;
    yield String(value);
  } else if (Array.isArray(value)) {
    yield [];
    yield [...value, ...value];
    yield value.toReversed();
    for (const [i, member] of value.entries()) for (const changed of changesOf(member)) yield value.with(i, changed);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
      for (const changed of changesOf(member)) yield { ...value, [name]: changed };
    }
  }
}

const cases: [EvmChainId, string, object][] = [
  ['ethereum', 'transfer', { mode: 'transfer', amount: '1000', memo: 'rent' }],
  ['base', 'max', { mode: 'transfer', useMaxAmount: true }],
  ['fantom', 'legacy', { mode: 'transfer', amount: '1000' }],
  ['arbitrum', 'tokens', { mode: 'transferToken', tokenId: gold, amount: '1000' }],
];

describe.each(cases)('a broadcast on %s (%s)', (chainId, _, intent) => {
  it('is carried out unchanged', async () => {
    const { chain, sent, transaction, signature } = await ready(chainId, intent);
    const { hash } = await chain.broadcast({ ...transaction, signature });
    expect(sent.map((raw) => keccak256(raw))).toEqual([hash]);
  });

  it.each(['data', 'encoded'] as const)(
    'is refused, and nothing is asked of a node, after any change of %s',
    async (part) => {
      const { chain, node, transaction, signature } = await ready(chainId, intent);
      let count = 0;
      for (const changed of changesOf(transaction[part])) {
        const input = { ...transaction, [part]: changed, signature };
        const outcome = await chain.broadcast(input).catch((error) => error);
        expect(outcome, JSON.stringify(changed)).toBeInstanceOf(RefusedError);
        count += 1;
      }
      expect(count).toBeGreaterThan(200);
      expect(node.asked).toEqual([]);
    },
  );

  it('is refused, and nothing is asked of a node, after any change of the signature', async () => {
    const { chain, node, transaction, signature } = await ready(chainId, intent);
    const digits = BigInt(`0x${signature}`);
    const bits = Array.from({ length: 75 }, (_, i) => 7n * BigInt(i));
    // One of each 32 bits in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 5n, 0)) {
      const changed = (digits ^ (1n << bit)).toString(16).padStart(130, '0');
      const outcome = await chain.broadcast({ ...transaction, signature: changed }).catch((error) => error);
      expect(outcome, `bit ${bit}`).toBeInstanceOf(RefusedError);
    }
    expect(node.asked).toEqual([]);
  });
});
