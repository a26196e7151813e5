import type { CompletedData, RefusedError } from '@isochain/core';
import { networks, payments } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import {
  notFound,
  own,
  ownParameters,
  ownSender,
  paramsVersions,
  provider,
  providerPath,
  testNode,
} from '../../../babylon/test/babylon.ts';
import { alterations } from '../../test/alterations.ts';
import { completing, itemsFrom, planFrom } from '../../test/completing.ts';
import { rawTransaction } from '../../test/raw-transaction.ts';
import { down, type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import { encodePlan } from '../bytes/assemble.ts';
import type { Coin } from '../coin.ts';
import { feeRateReader } from '../fees/fee-rate.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { stake as staking } from './stake.ts';

const validator: string = own.keys.finalityProvider;
const coin: Coin = {
  txid: own.input.txid,
  vout: own.input.vout,
  value: BigInt(own.input.value),
  height: 239_000,
  isCoinbase: false,
};
const intent = {
  mode: 'stake',
  senderAddress: ownSender,
  senderPubKey: own.keys.staker as string,
  targetValidatorAddress: validator,
} as const;
/** What the other implementation paid. */
const fees = String(own.fee);

const node = (parameters = ownParameters, about: unknown = { ...provider, btc_pk: validator }): Routes => ({
  ...testNode({ versions: paramsVersions([parameters]) }),
  [providerPath(validator)]: typeof about === 'function' ? about : { finality_provider: about },
});

interface World {
  readonly nodes?: readonly Routes[];
  readonly index?: Routes;
  readonly coins?: readonly Coin[];
  /** Beyond coins and fees. */
  readonly upstreams?: object;
}

async function stake(
  data: Record<string, unknown>,
  amount: bigint | 'max',
  { nodes = [node(), node()], index, coins = [coin], upstreams: more = {} }: World = {},
) {
  const rest = scriptedRest('bitcoin-signet', {
    ...Object.fromEntries(nodes.map((routes, i) => [`lcd${i}`, { kind: 'babylon', routes }])),
    ...(index === undefined ? {} : { index: { kind: 'babylon-staking', routes: index } }),
  });
  const upstreams = {
    feeRate: feeRateReader(rest.context, []),
    coins: async () => ({ coins, tip: 240_000 }),
    tips: { compare: async () => undefined },
    ...more,
  } as unknown as Upstreams;
  const modes = { stake: staking(rest.context, upstreams) };
  const asked = { ...intent, fees, ...data };
  const completed = await completing('bitcoin-signet', modes, asked, amount, rest.operation());
  return { ...completed, requests: rest.requests, data: completed.data as CompletedData<'stake'> };
}

const paramsOf = ({ params }: { readonly params?: unknown }) => params as Record<string, unknown>;
const text = (amount: string) => ({
  code: amount.slice(0, amount.indexOf(':')),
  message: amount.slice(amount.indexOf(':') + 2),
});

describe('a stake', () => {
  it('is the same as in another implementation', async () => {
    const { data, errors, warnings } = await stake({}, 1_000_001n);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(data).toMatchObject({ ...intent, amount: '1000001', useMaxAmount: false, fees: '775' });
    const { weight, vsize, feeRate, inputs, outputs, ...params } = paramsOf(data);
    expect(params).toEqual({
      v: 1,
      lockTime: 0,
      stakingPsbt: own.stakingPsbt,
      slashingPsbt: own.slashingPsbt,
      unbondingTransaction: own.unsignedUnbondingTx,
      unbondingSlashingPsbt: own.unbondingSlashingPsbt,
      stakingTxid: own.stakingTxid,
      slashingSighash: own.sighashes.slashing,
      unbondingSlashingSighash: own.sighashes.unbondingSlashing,
      paramsVersion: 6,
      stakingTime: 64_000,
      unbondingTime: 1008,
      covenantKeys: own.keys.covenant.toSorted(),
      covenantQuorum: 6,
      slashingScript: '6a07626162796c6f6e',
      slashingRate: '0.01',
      slashingFee: '100000',
      unbondingFee: '32000',
    });
    const [item] = encodePlan(planFrom('bitcoin-signet', data));
    expect(item).toEqual({
      hash: { format: 'sha256', value: own.sighashes.staking },
      raw: { format: 'PSBT', value: own.stakingPsbt },
    });
  });

  it('takes all with useMaxAmount', async () => {
    const { data, errors } = await stake({}, 'max');
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: String(2_000_000 - 775), fees: '775', useMaxAmount: true });
    expect(paramsOf(data).outputs).toHaveLength(1);
  });

  it('leaves coins of version 3 alone while they wait for a block, and says so', async () => {
    const waiting: Coin = { ...coin, txid: 'aa'.repeat(32), height: undefined, isOwnChange: true, isTruc: true };
    const { data, errors, warnings } = await stake({}, 1_000_001n, { coins: [waiting, coin] });
    expect(errors).toEqual([]);
    expect(paramsOf(data).inputs).toMatchObject([{ txid: coin.txid }]);
    expect(warnings).toMatchObject([{ code: 'coins.restricted' }]);
    const alone = await stake({}, 1_000_001n, { coins: [waiting] });
    expect(alone.errors).toMatchObject([{ code: 'coins.waiting' }]);
  });

  it('takes no more than Babylon allows, and names the rest', async () => {
    const capped = { ...ownParameters, max_staking_value_sat: 1_000_001 };
    const { data, errors, warnings } = await stake({}, 'max', { nodes: [node(capped)] });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: '1000001', useMaxAmount: true });
    expect(warnings).toMatchObject([text('coins.left: 0.00999224 sBTC stay in the account: one stake takes no more')]);
  });

  it('locks for the wished time', async () => {
    const { data, errors } = await stake({ params: { stakingTime: 10_000 } }, 1_000_001n);
    expect(errors).toEqual([]);
    expect(paramsOf(data).stakingTime).toBe(10_000);
    expect(paramsOf(data).stakingTxid).not.toBe(own.stakingTxid);
    for (const stakingTime of [9_999, 64_001]) {
      await expect(stake({ params: { stakingTime } }, 1_000_001n)).rejects.toMatchObject(
        text(
          'wish.invalid: transaction.data.params.stakingTime cannot be wished for like this: it must be from 10000 to 64000 blocks.',
        ),
      );
    }
  });

  it('keeps the wish to be sent first and registered later', async () => {
    const { data } = await stake({ params: { postStaking: true } }, 1_000_001n);
    expect(paramsOf(data).postStaking).toBe(true);
    // Nobody is asked for it before it is sent.
    expect(planFrom('bitcoin-signet', data).registration).toMatchObject({ isRequired: false });
    const { data: other } = await stake({}, 1_000_001n);
    expect(planFrom('bitcoin-signet', other).registration).toMatchObject({
      ...{ isRequired: true, stake: { txid: own.stakingTxid, value: 1_000_001n } },
    });
  });

  it('says what must follow if a stake may be sent first', async () => {
    const { warnings } = await stake({ params: { postStaking: true } }, 1_000_001n);
    expect(warnings).toMatchObject([
      text(
        'stake.proofNeeded: The stake may be sent before it is registered on Babylon Testnet. Then it must be registered with an inclusion proof, or it never becomes active; until the covenant has signed, it cannot be ended early',
      ),
    ]);
  });

  it('proves the amounts of coins if signatures do not cover them, like a transfer', async () => {
    const { address = '', output = new Uint8Array() } = payments.p2wpkh({
      pubkey: Buffer.from(intent.senderPubKey, 'hex'),
      network: networks.testnet,
    });
    const sources = [700_000n, 600_000n].map((value, at) => {
      const spends = [{ txid: `${at}${at}`.repeat(32), vout: 0 }];
      return { value, ...rawTransaction({ spends, pays: [{ value, script: Buffer.from(output).toString('hex') }] }) };
    });
    const raws = new Map(sources.map(({ txid, raw }) => [txid, Uint8Array.from(Buffer.from(raw, 'hex'))]));
    const list = (lie = 0n) => sources.map(({ txid, value }) => ({ ...coin, txid, vout: 0, value: value - lie }));
    const withLists = (lists: readonly (readonly Coin[])[]) => {
      const open = [...lists];
      return stake({ senderAddress: address, fees: '2000' }, 1_100_001n, {
        upstreams: {
          coins: async () => ({ coins: open.shift() ?? [], tip: 240_000 }),
          previous: { all: async () => raws, some: async () => raws },
        },
      });
    };
    const { data, errors, warnings } = await withLists([list(50_000n), list()]);
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    const { inputs, prevTxs } = paramsOf(data) as { inputs: { value: string }[]; prevTxs: object };
    expect(inputs.map(({ value }) => value).sort()).toEqual(['600000', '700000']);
    expect(Object.keys(prevTxs).sort()).toEqual([...raws.keys()].sort());
    expect(encodePlan(planFrom('bitcoin-signet', data))).toHaveLength(2);
    await expect(withLists(new Array(9).fill(list(50_000n)))).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('knows providers by compressed keys too', async () => {
    const { data } = await stake({ targetValidatorAddress: `02${validator.toUpperCase()}` }, 1_000_001n);
    expect(paramsOf(data).stakingTxid).toBe(own.stakingTxid);
    expect(() => planFrom('bitcoin-signet', data)).not.toThrow();
  });
});

describe('the message of the proof of possession', () => {
  const babylonAddress = 'bbn1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8';
  const latest = '/cosmos/base/tendermint/v1beta1/blocks/latest';
  const at = (height: number) => ({
    ...node(),
    [latest]: { block: { header: { chain_id: 'bbn-test-6', height: String(height) } } },
  });
  const info = (pop?: { height: number; version: number }[]) => ({
    '/v2/network-info': {
      data: { params: { bbn: [], btc: [] }, ...(pop === undefined ? {} : { network_upgrade: { pop } }) },
    },
  });
  const message = async (world: World) =>
    paramsOf((await stake({ params: { babylonAddress } }, 1_000_001n, world)).data).popMessage;
  const upgrades = [
    { height: 200, version: 1 },
    { height: 100, version: 0 },
  ];

  it('is the address as long as Babylon requires no context', async () => {
    expect(await message({ nodes: [at(99)], index: info(upgrades) })).toBe(babylonAddress);
    expect(await message({ nodes: [at(99)], index: info() })).toBe(babylonAddress);
  });

  it('begins with a context from the height that the index tells', async () => {
    // printf btcstaking/0/staker_pop/bbn-test-6/bbn13837feaxn8t0zvwcjwhw7lhpgdcx4s36eqteah | sha256sum
    expect(await message({ nodes: [at(100)], index: info(upgrades) })).toBe(`${contexts[0]}${babylonAddress}`);
    expect(await message({ nodes: [at(200)], index: info(upgrades) })).toBe(`${contexts[1]}${babylonAddress}`);
  });

  it('is left out if it is unknown', async () => {
    expect(await message({ nodes: [at(100)] })).toBeUndefined();
    expect(await message({ nodes: [at(100)], index: { '/v2/network-info': down } })).toBeUndefined();
  });

  it('is for an address of Babylon', async () => {
    for (const wish of ['cosmos1fc9qp3ujx7ylc34pcmwackdwdaexgs02rvpek8', `${babylonAddress}x`, ownSender, 7]) {
      await expect(stake({ params: { babylonAddress: wish } }, 1_000_001n)).rejects.toMatchObject(
        text(
          'wish.invalid: transaction.data.params.babylonAddress cannot be wished for like this: it is no address of an account on Babylon.',
        ),
      );
    }
  });
});

const contexts = [
  '2d24aee209c40e381bdd6202735828679b44b5bd74f13878e160da2bcc4a33d0',
  '9a53aae21c0aa7a9f8c11da4fcfe2597f2c4737e2c7f6049b9c8f35eaa08cf8b',
];

describe('intents that Babylon refuses', () => {
  const one = (world: World, data = {}, amount: bigint | 'max' = 1_000_001n) =>
    stake(data, amount, world).then(({ errors, data: { params } }) => ({ errors, params }));

  it.each([
    [499_999n, 'stake.belowMinimum: At least 0.005 sBTC have to be staked.'],
    [500_000_000_001n, 'stake.aboveMaximum: At most 5000 sBTC can be staked at once.'],
  ])('%i satoshi', async (amount, expected) => {
    const { errors, params } = await one({}, {}, amount);
    expect(errors).toMatchObject([{ ...text(expected), field: 'transaction.data.amount' }]);
    expect(params).toBeUndefined();
  });

  it('all coins, if they are too few', async () => {
    for (const value of [400_000n, 1_500n]) {
      const { errors } = await one({ coins: [{ ...coin, value }] }, { params: { allowSmallUtxos: true } }, 'max');
      expect(errors).toMatchObject([text('stake.belowMinimum: At least 0.005 sBTC have to be staked.')]);
    }
  });

  it('more than the balance', async () => {
    const { errors } = await one({}, {}, 2_000_000n);
    expect(errors).toMatchObject([{ code: 'balance.insufficient' }]);
  });

  it.each([
    [
      refusal(500, notFound('the finality provider')),
      `validator.notFound: There is no validator ${validator} on Bitcoin Signet.`,
    ],
    [
      refusal(404, { ...notFound('the finality provider'), code: 5 }),
      `validator.notFound: There is no validator ${validator} on Bitcoin Signet.`,
    ],
    [
      { ...provider, slashed_btc_height: 7 },
      `validator.inactive: Validator ${validator} takes no stakes: it was slashed.`,
    ],
    [
      { ...provider, slashed_babylon_height: '9' },
      `validator.inactive: Validator ${validator} takes no stakes: it was slashed.`,
    ],
    [{ ...provider, jailed: true }, `validator.inactive: Validator ${validator} takes no stakes: it is jailed.`],
    [{ ...provider, soft_deleted: true }, `validator.inactive: Validator ${validator} takes no stakes: it was closed.`],
  ])('a provider that cannot: %#', async (about, expected) => {
    const { errors } = await one({ nodes: [node(ownParameters, about), node(ownParameters, about)] });
    expect(errors).toMatchObject([{ ...text(expected), field: 'transaction.data.targetValidatorAddress' }]);
  });

  it('a sender without a key', async () => {
    const { errors } = await one({}, { senderPubKey: undefined });
    expect(errors).toMatchObject([
      {
        ...text(
          `publicKey.required: senderPubKey is required to spend from ${ownSender}: stakes belong to keys, and it does not follow from the address.`,
        ),
        field: 'transaction.data.senderPubKey',
      },
    ]);
  });

  it('a legacy sender, and an extended key', async () => {
    // p2pkh of the same key.
    const p2pkh = 'mvh7zzpcd4yb697Qv6rZ8qQJdUAoV5T3Df';
    const legacy = await one({}, { senderAddress: p2pkh });
    expect(legacy.errors).toMatchObject([
      text(
        `sender.unsupportedScript: Coins of ${p2pkh} cannot be spent here: the id of a transaction that spends p2pkh coins is not known before it is signed.`,
      ),
    ]);
    // BIP84 of the "abandon...about" mnemonic.
    const extended =
      'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
    const { errors } = await one({}, { senderAddress: extended });
    expect(errors).toMatchObject([{ code: 'sender.unsupportedScript', field: 'transaction.data.senderAddress' }]);
  });

  it('a move from one provider to another', async () => {
    const { errors } = await one({}, { sourceValidatorAddress: validator });
    expect(errors).toMatchObject([{ code: 'stake.immovable', field: 'transaction.data.sourceValidatorAddress' }]);
  });

  it('parameters on which two nodes disagree', async () => {
    const other = node({ ...ownParameters, unbonding_fee_sat: 31_999 });
    const { errors } = await one({ nodes: [node(), other] });
    expect(errors).toMatchObject([
      text(
        'stake.parametersUnclear: The staking parameters cannot be relied on at the moment: sources tell different ones.',
      ),
    ]);
  });

  it('parameters that would lock coins for ever, or burn them', async () => {
    const unclear = (reason: string) =>
      text(`stake.parametersUnclear: The staking parameters cannot be relied on at the moment: ${reason}.`);
    const broken = async (change: object) => (await one({ nodes: [node({ ...ownParameters, ...change })] })).errors;
    expect(await broken({ covenant_quorum: 10 })).toMatchObject([unclear('the quorum does not fit the covenant')]);
    expect(await broken({ covenant_pks: ['05'.padStart(64, '0'), ...own.keys.covenant] })).toMatchObject([
      unclear('one of the keys is no point of the curve'),
    ]);
    expect(await broken({ unbonding_fee_sat: 999_002 })).toMatchObject([
      unclear('the unbonding fee would take the whole stake'),
    ]);
    expect(await broken({ slashing_rate: '1.000000000000000000' })).toMatchObject([
      unclear('what slashing takes is not told'),
    ]);
    expect(await broken({ unbonding_time_blocks: 65_536 })).toMatchObject([
      unclear('a time is not from 1 to 65535 blocks'),
    ]);
  });

  it.each(['bip69', 'replaces'])('the wish %s', async (name) => {
    const params = { [name]: name === 'bip69' ? true : own.input.txid };
    await expect(stake({ params }, 1_000_001n)).rejects.toMatchObject({
      code: 'wish.invalid',
      message: `transaction.data.params.${name} cannot be wished for like this: a stake has the form that Babylon asks for.`,
    });
  });
});

describe('its plan', () => {
  /** Not in the bytes: the service's checksum guards them. */
  const beside = ['paramsVersion', 'v'];

  it('refuses every change', async () => {
    const { data } = await stake({}, 1_000_001n);
    const refused = (altered: object) => {
      try {
        itemsFrom('bitcoin-signet', { ...data, ...altered } as typeof data);
        return undefined;
      } catch (error) {
        return (error as RefusedError).code;
      }
    };
    expect(refused({})).toBeUndefined();
    for (const [name, value] of Object.entries(paramsOf(data))) {
      if (beside.includes(name)) continue;
      for (const altered of alterations(value))
        expect(refused({ params: { ...paramsOf(data), [name]: altered } }), `${name}: ${JSON.stringify(altered)}`).toBe(
          'data.altered',
        );
    }
    const other: string = own.keys.covenant[0];
    for (const change of [
      { amount: '1000002' },
      { amount: undefined },
      { fees: '776' },
      { targetValidatorAddress: other },
      { senderPubKey: `02${other}` },
      { senderPubKey: undefined },
      { senderAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
      { params: undefined },
      { params: { ...paramsOf(data), more: true } },
    ])
      expect(refused(change), JSON.stringify(change)).toBe('data.altered');
  });
});
