import type { CompletedData, RefusedError } from '@isochain/core';
import { networks, payments } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import {
  blockRoutes,
  bytes,
  delegation,
  delegationPath,
  notFound,
  own,
  ownParameters,
  ownSender,
  paramsVersions,
  provider,
  providerPath,
  recordedStakes,
  testNode,
} from '../../../babylon/test/babylon.ts';
import { blockWith } from '../../../babylon/test/blocks.ts';
import { alterations } from '../../test/alterations.ts';
import { completing, planFrom } from '../../test/completing.ts';
import { down, type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import { encodePlan } from '../bytes/assemble.ts';
import type { ChainTransaction } from '../upstream/backend.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { readMerkleBlock } from '../upstream/merkle-block.ts';
import { stake as staking } from './stake.ts';

const validator: string = own.keys.finalityProvider;
const txid: string = own.stakingTxid;
const block = blockWith(txid, 5, 11);
const height = 239_000;
const intent = {
  mode: 'stake',
  senderAddress: ownSender,
  senderPubKey: own.keys.staker as string,
  targetValidatorAddress: validator,
  params: { registers: txid },
} as const;

/** The stake as Bitcoin has it. */
const sent = (change: Partial<ChainTransaction> = {}): ChainTransaction => ({
  ...{ txid, height, time: 0, isCoinbase: false, fee: 775n, raw: {} },
  inputs: [
    {
      txid: own.input.txid,
      vout: 1,
      value: 2_000_000n,
      script: own.input.script,
      address: ownSender,
      sequence: 0xffff_ffff,
    },
  ],
  outputs: [
    { value: 1_000_001n, script: own.stakingOutputScript, address: undefined },
    { value: 999_224n, script: own.input.script, address: ownSender },
  ],
  ...change,
});

/** A version that began after the block of the stake. */
const later = { ...ownParameters, version: 7, unbonding_fee_sat: 40_000, btc_activation_height: height + 1 };

const node = (change: Routes = {}, { depth = 1_000, tip }: { depth?: number; tip?: number } = {}): Routes => ({
  ...testNode({ tip: tip ?? height + depth, versions: paramsVersions([ownParameters, later]) }),
  ...blockRoutes(block.hash, depth),
  [providerPath(validator)]: { finality_provider: { ...provider, btc_pk: validator } },
  [delegationPath(txid)]: refusal(500, notFound('the BTC delegation')),
  ...change,
});

interface World {
  readonly nodes?: readonly Routes[];
  readonly transaction?: ChainTransaction | undefined;
  readonly proof?: string | undefined;
}

async function register(data: object = {}, amount: bigint | 'max' = 1_000_001n, world: World = {}) {
  const { nodes = [node(), node()] } = world;
  const transaction = 'transaction' in world ? world.transaction : sent();
  const proof = 'proof' in world ? world.proof : block.merkleBlock;
  const rest = scriptedRest(
    'bitcoin-signet',
    Object.fromEntries(nodes.map((routes, i) => [`lcd${i}`, { kind: 'babylon', routes }])),
  );
  const upstreams = {
    transaction: async (id: string) => (id === txid && transaction ? { transaction, tip: 240_000 } : undefined),
    inclusion: async (id: string) => (id === txid && proof ? readMerkleBlock(bytes(proof)) : undefined),
  } as unknown as Upstreams;
  const modes = { stake: staking(rest.context, upstreams) };
  const operation = rest.operation();
  const completed = await completing('bitcoin-signet', modes, { ...intent, ...data }, amount, operation);
  const { roundTrips } = operation.trace;
  return {
    ...completed,
    ...{ roundTrips, requests: rest.requests },
    data: completed.data as CompletedData<'stake'>,
  };
}

const paramsOf = ({ params }: { readonly params?: unknown }) => params as Record<string, unknown>;
const errorsOf = async (...args: Parameters<typeof register>) =>
  (await register(...args)).errors.map(({ code, message }) => `${code}: ${message}`);
const notYet = (reason: string) => [`stake.unproven: The stake cannot be registered yet: ${reason}.`];
const never = (reason: string) => [`stake.unregistrable: The stake cannot be registered: ${reason}.`];
const other = 'it is no stake that encode makes of this sender, validator, amount and time';

describe('a stake that was sent before its registration', () => {
  it('gets its documents again, with the proof that it is in a block, in two rounds', async () => {
    const { data, errors, warnings, roundTrips } = await register();
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 2 });
    expect(data).toMatchObject({ amount: '1000001', fees: '775', useMaxAmount: false });
    // What another implementation made of the same stake.
    expect(paramsOf(data)).toMatchObject({
      stakingPsbt: own.stakingPsbt,
      slashingPsbt: own.slashingPsbt,
      unbondingTransaction: own.unsignedUnbondingTx,
      unbondingSlashingPsbt: own.unbondingSlashingPsbt,
      stakingTxid: txid,
      slashingSighash: own.sighashes.slashing,
      unbondingSlashingSighash: own.sighashes.unbondingSlashing,
      paramsVersion: 6,
      stakingTime: 64_000,
      postStaking: true,
      inclusionProof: {
        ...{ index: 5, blockHash: block.hash, blockHeight: height, header: block.header, proof: block.branch },
      },
    });
    const [item] = encodePlan(planFrom('bitcoin-signet', data));
    expect(item?.raw?.value).toBe(own.stakingPsbt);
  });

  it('is registered whole without an amount, and by its id in upper or lower case', async () => {
    expect(await errorsOf({ params: { registers: txid.toUpperCase() } }, 'max')).toEqual([]);
  });

  // The pre-staking registration would take version 7, with which nothing of the documents fits.
  it('follows the parameters of its block, not the present ones', async () => {
    const fees = async (at: number) => {
      const transaction = sent({ height: at });
      const nodes = [node({}, { depth: 1_000, tip: at + 1_000 })];
      const { data } = await register({}, 'max', { nodes, transaction });
      return [paramsOf(data).paramsVersion, paramsOf(data).unbondingFee];
    };
    expect(await fees(height)).toEqual([6, '32000']);
    expect(await fees(height + 1)).toEqual([7, '40000']);
  });

  it('waits until it has the depth that Babylon requires', async () => {
    const at = (depth: number) => errorsOf({}, 'max', { nodes: [node({}, { depth })] });
    expect(await at(29)).toEqual(notYet('29 blocks follow its own, and Babylon asks for 30'));
    expect(await at(30)).toEqual([]);
    // 10 on bbn-1 (babylonlabs-io/networks, its genesis.json).
    const mainnet = node({ ...blockRoutes(block.hash, 10, 10) }, { depth: 10 });
    expect(await errorsOf({}, 'max', { nodes: [mainnet] })).toEqual([]);
  });

  it.each([
    ['not on Bitcoin', { transaction: undefined }, 'its transaction is not on Bitcoin yet'],
    ['in the mempool', { transaction: sent({ height: undefined }) }, `transaction ${txid} is not confirmed yet`],
    ['not proven', { proof: undefined }, 'no upstream that is configured proves that it is in a block'],
  ])('is not registered while it is %s', async (_, world, reason) => {
    const { errors, requests } = await register({}, 'max', world);
    expect(errors).toMatchObject([
      { code: 'stake.unproven', context: { reason }, field: 'transaction.data.params.registers' },
    ]);
    expect(requests.join()).not.toContain('btccheckpoint');
  });

  it('is not registered as the first transaction of a block', async () => {
    expect(await errorsOf({}, 'max', { proof: blockWith(txid, 0, 3).merkleBlock })).toEqual(
      never('Babylon takes no proof of the first transaction of a block'),
    );
  });

  it('is not registered before Babylon knows its block', async () => {
    const unknown = refusal(500, { code: 1100, message: 'header does not exist', details: [] });
    const behind = node({ [`/babylon/btclightclient/v1/depth/${block.hash}`]: unknown });
    expect(await errorsOf({}, 'max', { nodes: [behind] })).toEqual(notYet('Babylon does not know its block yet'));
    const elsewhere = node({}, { depth: 100, tip: height + 110 });
    expect(await errorsOf({}, 'max', { nodes: [elsewhere] })).toEqual(
      notYet('its block has height 239000 for one source, and 239010 for Babylon'),
    );
    // The tip moved on between two answers.
    expect(await errorsOf({}, 'max', { nodes: [node({}, { depth: 100, tip: height + 101 })] })).toEqual([]);
    // A node in trouble says nothing of the block.
    const trouble = node({ [`/babylon/btclightclient/v1/depth/${block.hash}`]: refusal(500, { message: 'panic' }) });
    await expect(errorsOf({}, 'max', { nodes: [trouble] })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('is not registered when its time is nearly over', async () => {
    const at = (depth: number) => errorsOf({}, 'max', { nodes: [node({}, { depth })] });
    // Babylon: tip + unbonding time >= end.
    expect(await at(64_000 - 1_008 - 1)).toEqual([]);
    expect(await at(64_000 - 1_008)).toEqual(
      never('its time is over in 1008 blocks or less, which is too little for Babylon'),
    );
  });

  it.each(['PENDING', 'VERIFIED', 'ACTIVE'])('is not registered twice: %s', async (status) => {
    const registered = node({ [delegationPath(txid)]: delegation(recordedStakes[0], status, ['00', '00']) });
    expect(await errorsOf({}, 'max', { nodes: [registered] })).toEqual([
      `stake.registered: The stake is registered on Babylon Testnet already, and is ${status} there.`,
    ]);
  });

  it('is not registered with a provider that takes none', async () => {
    const jailed = { finality_provider: { ...provider, btc_pk: validator, jailed: true } };
    expect(await errorsOf({}, 'max', { nodes: [node({ [providerPath(validator)]: jailed })] })).toEqual([
      `validator.inactive: Validator ${validator} takes no stakes: it is jailed.`,
    ]);
  });
});

describe('a transaction that is no stake of the sender', () => {
  const { address = '' } = payments.p2wpkh({
    pubkey: Buffer.from(own.keys.staker, 'hex'),
    network: networks.testnet,
  });

  it.each([
    ['another amount', {}, 1_000_000n, {}],
    ['three outputs', {}, 'max', sent({ outputs: [...sent().outputs, ...sent().outputs.slice(1)] })],
    ['change that goes elsewhere', { senderAddress: address }, 'max', sent()],
    [
      'another transaction with these outputs',
      {},
      'max',
      sent({ inputs: sent().inputs.map((each) => ({ ...each, vout: 0 })) }),
    ],
  ] as const)('%s', async (_, data, amount, transaction) => {
    const world = 'txid' in transaction ? { transaction } : {};
    expect(await errorsOf(data, amount, world)).toEqual(never(other));
  });

  it.each([
    ['another time', { params: { registers: txid, stakingTime: 63_999 } }],
    ['another validator', { targetValidatorAddress: provider.btc_pk }],
    ['another key', { senderPubKey: `02${provider.btc_pk}`, senderAddress: ownSender }],
  ])('%s', async (_, data) => {
    const nodes = [node({ [providerPath(provider.btc_pk)]: { finality_provider: provider } })];
    const [first] = await errorsOf(data, 'max', { nodes });
    expect([...never(other), ...never(`${other}, by the parameters of its block`)]).toContain(first);
  });

  it('one with unknown amounts', async () => {
    const transaction = sent({ inputs: sent().inputs.map((each) => ({ ...each, value: undefined })) });
    expect(await errorsOf({}, 'max', { transaction })).toEqual(never('no upstream tells what its inputs hold'));
  });

  it.each(['x', 7, txid.slice(1)])('a malformed id: %s', async (registers) => {
    await expect(errorsOf({ params: { registers } })).rejects.toMatchObject({ code: 'wish.invalid' });
  });

  it('a stake without a key, or of many', async () => {
    expect(await errorsOf({ senderPubKey: undefined })).toMatchObject([expect.stringContaining('publicKey.required')]);
    // BIP84 of the "abandon...about" mnemonic.
    const senderAddress =
      'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
    expect(await errorsOf({ senderAddress })).toMatchObject([expect.stringContaining('sender.unsupportedScript')]);
  });
});

describe('of three nodes', () => {
  const shallow = node(blockRoutes(block.hash, 1), { depth: 1 });
  const cheap = node({
    ...testNode({ tip: height + 1_000, versions: paramsVersions([{ ...ownParameters, slashing_pk_script: '51' }]) }),
    ...blockRoutes(block.hash, 1_000),
  });
  const eager = node(blockRoutes(block.hash, 1_000, 1));

  it.each([
    ['depths', shallow],
    ['slashing', cheap],
    ['the depth that is needed', eager],
    ['nothing', node({ '/babylon/btccheckpoint/v1/params': down })],
  ])('one that lies about %s does not win', async (_, liar) => {
    const honest = paramsOf((await register()).data);
    for (const nodes of [
      [liar, node(), node()],
      [node(), liar, node()],
      [node(), node(), liar],
    ]) {
      const { data, errors } = await register({}, 'max', { nodes });
      expect(errors).toEqual([]);
      expect(paramsOf(data)).toEqual(honest);
    }
    // Of two, both have to agree.
    expect(await errorsOf({}, 'max', { nodes: [node(), liar] })).toMatchObject([
      expect.stringContaining('stake.parametersUnclear'),
    ]);
  });

  it('the required depth is never 0', async () => {
    const zero = node(blockRoutes(block.hash, 1_000, 0));
    await expect(errorsOf({}, 'max', { nodes: [zero] })).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('its plan', () => {
  it('refuses a proof that was altered', async () => {
    const { data } = await register();
    const params = paramsOf(data);
    const refused = (inclusionProof: unknown) => {
      try {
        planFrom('bitcoin-signet', { ...data, params: { ...params, inclusionProof } } as typeof data);
        return undefined;
      } catch (error) {
        return (error as RefusedError).code;
      }
    };
    expect(refused(params.inclusionProof)).toBeUndefined();
    const proof = params.inclusionProof as Record<string, unknown>;
    for (const [name, value] of Object.entries(proof)) {
      // Not in the bytes: the service's checksum guards it.
      if (name === 'blockHeight') continue;
      for (const altered of alterations(value))
        expect(refused({ ...proof, [name]: altered }), `${name}: ${JSON.stringify(altered)}`).toBe('data.altered');
    }
  });
});
