import type { RemarkEvent } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import { connectTo, Fault, type NodeScript, now, transfer } from '../../test/scripted-node.ts';
import type { StarknetOptions } from '../options.ts';

/** Encodes a transfer, and tells why nodes were passed over. */
async function encode(scripts: readonly (NodeScript | 'dead')[], options: StarknetOptions = {}) {
  const { chain, onTrace, attempts, asked } = connectTo('starknet', scripts, options);
  const { status, transaction } = await chain.encode(transfer, { onTrace });
  const encodedBy = asked.filter(({ method }) => method === 'starknet_estimateFee').map(({ node }) => node);
  return { status, transaction, attempts: attempts() ?? [], encodedBy };
}

const anotherChain = 'it serves another chain';
const olderVersion = 'it speaks an older version of the interface than 0.9 and 0.10, or tells none';

describe('a node', () => {
  it.each([
    ['of Sepolia', { chainId: '0x534e5f5345504f4c4941' }, anotherChain],
    ['of a chain of its own', { chainId: '0x1' }, anotherChain],
    ['that tells no chain', { methods: { starknet_chainId: () => new Fault(-32601, 'no') } }, 'starknet_chainId'],
    ['that tells its chain in words', { chainId: 'SN_MAIN' }, 'starknet_chainId'],
    ['of version 0.8, which knows no pre-confirmed blocks', { specVersion: '0.8.1' }, olderVersion],
    ['of no version', { specVersion: 'latest' }, olderVersion],
    ['of half a version', { specVersion: '0.11' }, olderVersion],
    [
      'of a newer version, with blocks that lack a price',
      { specVersion: '0.11.0', methods: { starknet_getBlockWithTxHashes: () => ({ block_number: 1, timestamp: 1 }) } },
      'starknet_getBlockWithTxHashes: l1_gas_price',
    ],
    ['of a version in an object', { methods: { starknet_specVersion: () => ({}) } }, 'starknet_specVersion'],
    ['that stands still', { latestAt: now - 3_600_000 }, 'its latest block is of 2026-11-21T23:00:00Z'],
    ['of the future', { latestAt: now + 3 * 3_600_000 }, 'its latest block is of the future'],
    ['without blocks', { latestAt: 0 }, 'it tells no time of its latest block'],
  ] as const)('%s is passed over', async (_, script, reason) => {
    const { status, attempts, encodedBy } = await encode([script, {}]);
    expect(status.errors).toEqual([]);
    expect(attempts).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
    expect(new Set(encodedBy)).toEqual(new Set([1]));
  });

  it.each(['0.9.0', '0.9.1-rc.2', '0.10.0', '0.10.3', '0.10.4-rc.1'])('of version %s is taken', async (specVersion) => {
    const { status, encodedBy } = await encode([{ specVersion }]);
    expect(status.errors).toEqual([]);
    expect(encodedBy).toEqual([0]);
  });

  it.each([
    ['0.11.0', '0.11'],
    ['0.90.1', '0.90'],
    ['1.0.9-rc.1', '1.0'],
  ])('of the newer version %s is taken, and the operator is told once', async (specVersion, name) => {
    const remarks: RemarkEvent[] = [];
    const { chain, asked } = connectTo('starknet', [{ specVersion }], { onRemark: (remark) => remarks.push(remark) });
    for (let i = 0; i < 2; i += 1) expect((await chain.encode(transfer, {})).status.errors).toEqual([]);
    expect(asked.filter(({ method }) => method === 'starknet_estimateFee').length).toBeGreaterThan(1);
    expect(remarks).toEqual([
      {
        chainId: 'starknet',
        endpoint: expect.any(String),
        remark: expect.stringContaining(`version ${name} of`),
      },
    ]);
  });

  it('may write its chain with leading zeros and in upper case', async () => {
    expect((await encode([{ chainId: '0x00534E5F4D41494E' }])).status.errors).toEqual([]);
  });

  it('of another chain alone leaves nothing encoded', async () => {
    await expect(encode([{ chainId: '0x1' }])).rejects.toMatchObject({
      ...{ code: 'upstream.unavailable' },
      attempts: [{ outcome: 'rejected', detail: anotherChain }],
    });
  });
});

describe('a chain that stands still', () => {
  const still = { latestAt: now - 3_600_000 };

  it('gets no transactions', async () => {
    const { status } = await encode([still, still]);
    expect(status.errors).toMatchObject([{ code: 'chain.standsStill' }]);
  });

  it('is not asked about if the operator says so', async () => {
    expect((await encode([still], { oldestBlockMs: 0 })).status.errors).toEqual([]);
  });
});
