import { describe, expect, it } from 'vitest';
import { paramsVersions, recordedVersions, testNode } from '../../../../babylon/test/babylon.ts';
import { down, type Routes, scriptedRest } from '../../../test/scripted-rest.ts';
import { contextOf } from '../../context.ts';
import { readCurrentParameters } from './current-parameters.ts';

const nodes = (...routes: Routes[]) =>
  scriptedRest(
    'bitcoin-signet',
    Object.fromEntries(routes.map((each, i) => [`lcd${i}`, { kind: 'babylon', routes: each }])),
  );

const read = async (rest: ReturnType<typeof nodes>) => {
  const operation = rest.operation();
  return { answer: await readCurrentParameters(rest.context, operation), roundTrips: operation.trace.roundTrips };
};

/** Parameters of version 6. They apply from height 235952 on. */
const sixth = {
  version: 6,
  covenant: [
    '0aee0509b16db71c999238a4827db945526859b13c95487ab46725357c9a9f25',
    '113c3a32a9d320b72190a04a020a0db3976ef36972673258e9a38a364f3dc3b0',
    '17921cf156ccb4e73d428f996ed11b245313e37e27c978ac4d2cc21eca4672e4',
    '3bb93dfc8b61887d771f3630e9a63e97cbafcfcc78556a474df83a31a0ef899c',
    '40afaf47c4ffa56de86410d8e47baa2bb6f04b604f4ea24323737ddc3fe092df',
    '79a71ffd71c503ef2e2f91bccfc8fcda7946f4653cef0d9f3dde20795ef3b9f0',
    'd21faf78c6751a0d38e6bd8028b907ff07e9a869a43fc837d6b3f8dff6119a36',
    'f5199efae3f28bb82476163a7e458c7ad445d9bffb0682d10d3bdb2cb41f8e8e',
    'fa9d882d45f4060bdb8042183828cd87544f1ea997380e586cab77d5fd698737',
  ],
  quorum: 6,
  minValue: 50_000n,
  maxValue: 35_000_000_000n,
  minTime: 10_000,
  maxTime: 64_000,
  slashingScript: '00145be12624d08a2b424095d7c07221c33450d14bf1',
  slashingRate: '0.05',
  slashingFee: 6_000n,
  unbondingTime: 1008,
  unbondingFee: 2_000n,
  activationHeight: 235_952,
};

const unclear = (reason: string) => ({
  ok: false,
  problem: {
    code: 'stake.parametersUnclear',
    message: `The staking parameters cannot be relied on at the moment: ${reason}.`,
    context: { reason },
  },
});

describe('the public nodes', () => {
  it.each([
    ['bitcoin', ['bbn-1']],
    ['bitcoin-signet', ['bbn-test-6']],
  ] as const)('of Babylon for %s are of one network', (chainId, networks) => {
    expect(contextOf(chainId).chain.babylon?.lcdChainIds).toEqual(networks);
  });

  it('are three witnesses on mainnet, so that one may fail', () => {
    expect(contextOf('bitcoin').endpointsOf('babylon')).toHaveLength(3);
    expect(contextOf('bitcoin-signet').endpointsOf('babylon')).toHaveLength(2);
  });
});

describe('readCurrentParameters', () => {
  it('takes the present version if two nodes agree, in one round', async () => {
    const rest = nodes(testNode(), testNode(), testNode());
    expect(await read(rest)).toEqual({ answer: { ok: true, parameters: sixth }, roundTrips: 1 });
    // The third is not needed.
    expect(rest.requests.filter((request) => request.startsWith('lcd2'))).toEqual([]);
  });

  it('takes an earlier one as long as the light client is below', async () => {
    const { answer } = await read(nodes(testNode({ tip: 235_951 }), testNode({ tip: 235_951 })));
    expect(answer).toMatchObject({
      ok: true,
      parameters: { version: 5, slashingFee: 5_000n, activationHeight: 227_174 },
    });
  });

  it('accepts hex if a node writes it instead of base64', async () => {
    const hex = {
      ...paramsVersions(),
      params: recordedVersions.map(({ version, ...params }) => ({ version, params })),
    };
    const { answer } = await read(nodes(testNode({ versions: hex }), testNode()));
    expect(answer).toEqual({ ok: true, parameters: sixth });
  });

  it('refuses when two nodes disagree in one field', async () => {
    const other = recordedVersions.map((recorded) =>
      recorded.version === 6 ? { ...recorded, covenant_quorum: 5 } : recorded,
    );
    const { answer } = await read(nodes(testNode(), testNode({ versions: paramsVersions(other) })));
    expect(answer).toEqual(unclear('sources tell different ones'));
  });

  it.each([0, 1, 2])('lets no single one of three nodes win or hinder the others: number %d lies', async (liar) => {
    const lie = testNode({
      versions: paramsVersions(
        recordedVersions.map((recorded) =>
          recorded.version === 6 ? { ...recorded, slashing_pk_script: `0014${'66'.repeat(20)}` } : recorded,
        ),
      ),
    });
    const { answer, roundTrips } = await read(nodes(...[0, 1, 2].map((i) => (i === liar ? lie : testNode()))));
    expect(answer).toEqual({ ok: true, parameters: sixth });
    // The third is asked if the first two disagree.
    expect(roundTrips).toBe(liar === 2 ? 1 : 2);
  });

  it('refuses when three nodes give three answers, or one is down and another lies', async () => {
    const lie = (quorum: number) =>
      testNode({
        versions: paramsVersions(
          recordedVersions.map((recorded) =>
            recorded.version === 6 ? { ...recorded, covenant_quorum: quorum } : recorded,
          ),
        ),
      });
    const broken = { ...testNode(), '/babylon/btclightclient/v1/tip': down };
    const different = unclear('sources tell different ones');
    expect((await read(nodes(testNode(), lie(5), lie(4)))).answer).toEqual(different);
    expect((await read(nodes(broken, lie(5), testNode()))).answer).toEqual(different);
    expect((await read(nodes(lie(5), testNode(), broken))).answer).toEqual(different);
  });

  it('takes the answer of more than half of the configured nodes: two of four are not enough', async () => {
    const lie = testNode({ tip: 1 });
    const old = testNode({ tip: 235_951 });
    expect((await read(nodes(old, old, testNode(), testNode()))).answer).toEqual(
      unclear('sources tell different ones'),
    );
    expect((await read(nodes(lie, testNode(), testNode(), testNode()))).answer).toEqual({
      ok: true,
      parameters: sixth,
    });
    expect((await read(nodes(old, old, testNode(), testNode(), testNode()))).answer).toEqual({
      ok: true,
      parameters: sixth,
    });
  });

  it('asks a node that is down once, if others can take its place', async () => {
    const rest = nodes({ ...testNode(), '/babylon/btclightclient/v1/tip': down }, testNode(), testNode());
    await read(rest);
    expect(rest.requests.filter((request) => request === 'lcd0 /babylon/btclightclient/v1/tip')).toHaveLength(1);
  });

  it('asks the next node if one is down, and refuses if none is left', async () => {
    const broken = { ...testNode(), '/babylon/btclightclient/v1/tip': down };
    expect((await read(nodes(broken, testNode(), testNode()))).answer).toMatchObject({ ok: true });
    expect((await read(nodes(broken, testNode()))).answer).toEqual(unclear('only 1 of 2 sources answers'));
    await expect(read(nodes(broken, broken))).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('believes one node if only one is configured', async () => {
    expect((await read(nodes(testNode()))).answer).toEqual({ ok: true, parameters: sixth });
  });

  it('sets nodes of another Babylon aside', async () => {
    const mainnet = testNode({ network: 'bbn-1' });
    expect((await read(nodes(mainnet, testNode(), testNode()))).answer).toMatchObject({ ok: true });
    // It was ended when bbn-test-6 began.
    const ended = testNode({ network: 'bbn-test-5' });
    await expect(read(nodes(ended))).rejects.toMatchObject({ attempts: [{ outcome: 'rejected' }] });
    await expect(read(nodes(mainnet))).rejects.toMatchObject({
      attempts: [{ endpoint: 'lcd0', outcome: 'rejected', detail: 'a node of another chain' }],
    });
  });

  it('refuses when no version applies yet', async () => {
    expect((await read(nodes(testNode({ tip: 1 })))).answer).toEqual(unclear('none are in force'));
  });

  it('does not mistake a part of the versions for all of them', async () => {
    const page = { ...paramsVersions(), pagination: { next_key: 'AAAABw==', total: '0' } };
    await expect(read(nodes(testNode({ versions: page })))).rejects.toMatchObject({
      attempts: [{ outcome: 'malformed' }, { outcome: 'malformed' }],
    });
  });
});
