import type { StakeRegistration } from '@isochain/babylon';
import type { RecordedUpstream, RecordScene } from '@isochain/conformance';
import type { EncodeResult, Family } from '@isochain/core';
import { crypto, Psbt, script, Transaction } from 'bitcoinjs-lib';
import {
  delegation,
  delegationPath,
  nodeInfo,
  own,
  ownParameters,
  paramsVersions,
  provider,
  providerPath,
  type RecordedStake,
  recordedStakes,
  testNode,
} from '../../../babylon/test/babylon.ts';
import { slashingTransactions } from '../../../babylon/test/babylon-stakes.ts';
import { TestBabylon, testKey } from '../../../babylon/test/test-babylon.ts';
import { utxo } from '../../src/index.ts';
import { now, scene } from '../lies/upstream.ts';
import type { Routes } from '../scripted-rest.ts';
import { ScriptedChain, type ScriptedChainId } from '../scripted-upstream.ts';
import { signAll } from '../signers.ts';
import { accountOf, type Script } from './accounts.ts';
import { type Asking, all, asking, signInAllForms, signPlainly } from './asking.ts';

// Stakes with Babylon: real stakes of signet, which we cannot sign for, and stakes with our own keys.

const staker = testKey('records of a staker');
const validator: string = own.keys.finalityProvider;
const networks = { bitcoin: 'bbn-1', 'bitcoin-signet': 'bbn-test-6' } as const;
type StakingChain = keyof typeof networks;
const stakingChains = ['bitcoin', 'bitcoin-signet'] as const;

const accountAt = (chainId: ScriptedChainId, script: Script = 'p2tr') =>
  accountOf(chainId, script, {
    ...{ privateKey: staker.privateKey, publicKey: Buffer.from(staker.publicKey, 'hex') },
    xOnly: Buffer.from(staker.xOnly, 'hex'),
  });

/** Two nodes that say the same: both ask for these parameters. */
const nodes = (chainId: StakingChain, parameters: object = {}, about: object = {}): Routes => ({
  ...testNode({ network: networks[chainId], versions: paramsVersions([{ ...ownParameters, ...parameters }]) }),
  [providerPath(validator)]: { finality_provider: { ...provider, btc_pk: validator, ...about } },
});

const stake = (chainId: StakingChain, script: Script = 'p2tr') => {
  const { senderAddress } = accountAt(chainId, script);
  const from = { senderAddress, senderPubKey: staker.publicKey };
  return { mode: 'stake', ...from, targetValidatorAddress: validator, amount: '1000001' };
};

const staking = (chainId: StakingChain, script: Script = 'p2tr', more: Partial<Asking> = {}): Asking => ({
  ...{ chainId, babylon: nodes(chainId) },
  build(chain) {
    chain.tip = 240_000;
    chain.fund(accountAt(chainId, script).senderAddress, 2_000_000n, { height: 239_000 });
  },
  ...more,
});

const signet = 'bitcoin-signet';
/** Sent before it is registered, so Babylon is not asked whether it knows the stake. */
const early = { params: { postStaking: true } };

const stakes: readonly RecordScene[] = [
  ...stakingChains.map((chainId) =>
    asking(
      `stake on ${chainId}`,
      { ...stake(chainId), ...early },
      staking(chainId, 'p2tr', { sign: signPlainly(accountAt(chainId)) }),
    ),
  ),
  ...(['p2wpkh', 'p2sh-p2wpkh'] as const).map((script) =>
    asking(
      `stake (${script})`,
      { ...stake(signet, script), ...early },
      {
        ...staking(signet, script, { sign: signPlainly(accountAt(signet, script)) }),
      },
    ),
  ),
  asking('stake of everything', { ...stake(signet), ...all }, staking(signet)),
  asking(
    'stake of everything that is taken',
    { ...stake(signet), ...all },
    {
      ...staking(signet, 'p2tr', { babylon: nodes(signet, { max_staking_value_sat: 1_000_001 }) }),
    },
  ),
  asking('stake for a time of its own', { ...stake(signet), params: { stakingTime: 10_000 } }, staking(signet)),
  asking('stake for too short a time', { ...stake(signet), params: { stakingTime: 9_999 } }, staking(signet)),
  asking('stake with a fee of its own', { ...stake(signet), fees: '2000' }, staking(signet)),
  asking('stake of too little', { ...stake(signet), amount: '499999' }, staking(signet)),
  asking('stake of too much', { ...stake(signet), amount: '500000000001' }, staking(signet)),
  asking('stake of more than there is', { ...stake(signet), amount: '2000000' }, staking(signet)),
  asking('stake with a provider that was slashed', stake(signet), {
    ...staking(signet, 'p2tr', { babylon: nodes(signet, {}, { slashed_btc_height: 7 }) }),
  }),
  asking('stake with a provider that is jailed', stake(signet), {
    ...staking(signet, 'p2tr', { babylon: nodes(signet, {}, { jailed: true }) }),
  }),
  asking('stake without a public key', { ...stake(signet), senderPubKey: undefined }, staking(signet)),
  asking('stake of a legacy address', stake(signet, 'p2pkh'), staking(signet, 'p2pkh')),
  asking('stake that moves', { ...stake(signet), sourceValidatorAddress: validator }, staking(signet)),
  asking('stake with parameters that would burn it', stake(signet), {
    ...staking(signet, 'p2tr', { babylon: nodes(signet, { slashing_rate: '1.500000000000000000' }) }),
  }),
];

const [active, ended] = recordedStakes;

/** What Babylon says of a stake that is real. */
const nodeOf = (recorded: RecordedStake, status: string, network: string): Routes => ({
  ...testNode({ network }),
  '/cosmos/base/tendermint/v1beta1/node_info': nodeInfo(network),
  [delegationPath(recorded.stakingTxid)]: delegation(recorded, status, slashingTransactions(recorded)),
});

/** The recorded stakes as they are on the chain, which is far beyond them. */
const recordedAt =
  (tip: number) =>
  (chain: ScriptedChain): void => {
    chain.tip = tip;
    chain.include(active.stakingTxHex, active.startHeight);
    chain.include(ended.stakingTxHex, 230_403);
    chain.include(ended.unbondingTxHex, 236_713);
  };

const endOf = (recorded: RecordedStake, mode: 'unstake' | 'withdraw', chainId: StakingChain) => {
  const key = { publicKey: Buffer.from(`02${recorded.stakerPk}`, 'hex'), xOnly: Buffer.from(recorded.stakerPk, 'hex') };
  const { senderAddress } = accountOf(chainId, 'p2tr', { ...key, privateKey: new Uint8Array() });
  const position = { validatorAddress: recorded.finalityProviderPks[0] ?? '', stakeId: recorded.stakingTxid };
  return { mode, senderAddress, senderPubKey: `02${recorded.stakerPk}`, ...position, useMaxAmount: true };
};

const ends: readonly RecordScene[] = [
  ...stakingChains.flatMap((chainId) => [
    asking(`unstake on ${chainId}`, endOf(active, 'unstake', chainId), {
      ...{ chainId, build: recordedAt(250_000), babylon: nodeOf(active, 'ACTIVE', networks[chainId]) },
    }),
    asking(`withdraw on ${chainId}`, endOf(ended, 'withdraw', chainId), {
      ...{ chainId, build: recordedAt(250_000), babylon: nodeOf(ended, 'UNBONDED', networks[chainId]) },
    }),
  ]),
  asking('withdraw of what was not ended', endOf(active, 'withdraw', signet), {
    ...{ chainId: signet, build: recordedAt(400_000), babylon: nodeOf(active, 'UNBONDED', networks[signet]) },
  }),
  asking('withdraw of what is locked', endOf(ended, 'withdraw', signet), {
    ...{ chainId: signet, build: recordedAt(236_800), babylon: nodeOf(ended, 'UNBONDED', networks[signet]) },
  }),
  asking(
    'withdraw with a fee rate',
    { ...endOf(ended, 'withdraw', signet), params: { feeRate: '7.5' } },
    {
      ...{ chainId: signet, build: recordedAt(250_000), babylon: nodeOf(ended, 'UNBONDED', networks[signet]) },
    },
  ),
  asking(
    'unstake of a part',
    { ...endOf(active, 'unstake', signet), useMaxAmount: undefined, amount: '49999' },
    {
      ...{ chainId: signet, build: recordedAt(250_000), babylon: nodeOf(active, 'ACTIVE', networks[signet]) },
    },
  ),
  asking('unstake of what is not active', endOf(active, 'unstake', signet), {
    ...{ chainId: signet, build: recordedAt(250_000), babylon: nodeOf(active, 'PENDING', networks[signet]) },
  }),
  asking(
    'unstake of what is of somebody else',
    { ...endOf(active, 'unstake', signet), senderPubKey: staker.publicKey },
    {
      ...{ chainId: signet, build: recordedAt(250_000), babylon: nodeOf(active, 'ACTIVE', networks[signet]) },
    },
  ),
];

const { privateKey } = staker;
const account = accountAt(signet);
const own12 = { members: 3, quorum: 2 };
const babylonOf = () => new TestBabylon('records', own12);
const { finalityProvider } = babylonOf();
const position = { senderAddress: account.senderAddress, senderPubKey: staker.publicKey };

interface World extends RecordedUpstream {
  readonly chain: ScriptedChain;
  readonly babylon: TestBabylon;
}

/** A chain with coins of the staker's, and a Babylon with a covenant of its own that knows nothing yet. */
function empty(): World {
  const made = scene('', { chainId: signet, kinds: ['esplora'], build: () => {} }, async () => undefined);
  const { endpoints } = made.upstream();
  const chain = new ScriptedChain(signet);
  chain.tip = 240_000;
  chain.latestAt = now - 60_000;
  chain.fund(account.senderAddress, 2_000_000n, { height: 239_000 });
  const babylon = babylonOf();
  const esplora = chain.fetch({ 'https://esplora.test': withSending(chain) });
  return {
    ...{ chain, babylon },
    endpoints: [
      ...endpoints,
      { url: 'https://one.babylon', name: 'one', kind: 'babylon' },
      { url: 'https://index.babylon', name: 'index', kind: 'babylon-staking' },
    ],
    fetch: (input, init) =>
      (new URL(String(input)).hostname.endsWith('.babylon') ? babylon.fetch : esplora)(input, init),
  };
}

/** An indexer that takes every transaction, and knows the spend of each output. */
function withSending(chain: ScriptedChain): ReturnType<ScriptedChain['esplora']> {
  const indexed = chain.esplora();
  return (method, path, body) => {
    if (method === 'POST') return { body: Transaction.fromHex(body).getId() };
    const [, txid, vout] = /^\/tx\/(\w+)\/outspend\/(\d+)$/.exec(path) ?? [];
    if (txid === undefined) return indexed(method, path, body);
    const spends = ({ inputs }: ScriptedChain['transactions'][number]) =>
      inputs.some((input) => input.txid === txid && input.vout === Number(vout));
    const spender = chain.transactions.find(spends)?.txid;
    return { body: spender === undefined ? { spent: false } : { spent: true, txid: spender } };
  };
}

const stakeHere = {
  ...{ mode: 'stake', ...position, targetValidatorAddress: finalityProvider.xOnly, amount: '1000000' },
};
const unstakeHere = { mode: 'unstake', ...position, validatorAddress: finalityProvider.xOnly, useMaxAmount: true };
const withdrawHere = { mode: 'withdraw', ...position, validatorAddress: finalityProvider.xOnly };

const family: Family = utxo;

async function encodeIn({ endpoints, fetch }: World, intent: object): Promise<EncodeResult['transaction']> {
  const chain = family.connect(signet, { endpoints, fetch, now: () => now });
  const { transaction, status } = await chain.encode(intent);
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  return transaction;
}

const signedBy = ({ encoded }: EncodeResult['transaction']) =>
  signAll({ encoded, privateKeys: [privateKey] })['the signed transaction'];

/** Babylon knows the stake, and its covenant has signed. */
async function registered(): Promise<World & { readonly stake: EncodeResult['transaction'] }> {
  const world = empty();
  const { babylon } = world;
  const stake = await encodeIn(world, stakeHere);
  const registration = registrationOf(stake, babylon);
  babylon.register(registration);
  babylon.sign(registration.stakingTxid, unbondingSighash(registration, babylon));
  babylon.set(registration.stakingTxid, 'VERIFIED');
  return { ...world, stake };
}

/** The stake is on Bitcoin. */
async function activated(tip = 241_000): Promise<World & { readonly txid: string }> {
  const { stake, ...world } = await registered();
  const txid = world.chain.include(signedBy(stake), 240_001);
  world.chain.tip = tip;
  world.babylon.set(txid, 'ACTIVE');
  return { ...world, txid };
}

/** The stake was ended early, and its coins are free. */
async function unbonded(): Promise<World> {
  const world = await activated();
  const { chain, babylon, txid } = world;
  chain.include(signedBy(await encodeIn(world, unstakeHere)), 241_001);
  babylon.set(txid, 'UNBONDED', 'EARLY_UNBONDING');
  chain.tip = 241_000 + babylon.parameters.unbondingTime;
  return world;
}

/** The time of the stake is over. */
async function expired(): Promise<World> {
  const world = await activated(240_000 + 64_000);
  world.babylon.set(world.txid, 'EXPIRED', 'TIMELOCK_UNBONDING');
  return world;
}

/** The registration of a stake, without proofs and signatures, as this Babylon does not check them. */
function registrationOf({ data }: EncodeResult['transaction'], { parameters }: TestBabylon): StakeRegistration {
  const params = data.params as Record<string, string>;
  const unsigned = (psbt = '') => Psbt.fromHex(psbt).data.getTransaction();
  return {
    stakingTxid: params.stakingTxid ?? '',
    stakerKey: Buffer.from(staker.xOnly, 'hex'),
    providerKeys: [Buffer.from(finalityProvider.xOnly, 'hex')],
    stakingTime: parameters.maxTime,
    stakingValue: BigInt(String(data.amount)),
    stakingTransaction: unsigned(params.stakingPsbt),
    slashingTransaction: unsigned(params.slashingPsbt),
    unbondingTime: parameters.unbondingTime,
    unbondingTransaction: Buffer.from(params.unbondingTransaction ?? '', 'hex'),
    unbondingSlashingTransaction: unsigned(params.unbondingSlashingPsbt),
  } as unknown as StakeRegistration;
}

/**
 * What the covenant signs to let the stake end early (BIP341). The script is that of Babylon's documentation, docs/staking-script.md of
 * babylonlabs-io/babylon: the staker, and a quorum of the covenant.
 */
function unbondingSighash(registration: StakeRegistration, { parameters }: TestBabylon): string {
  const opcodes = script.OPS;
  const members = parameters.covenant
    .toSorted()
    .flatMap((key, i) => [Buffer.from(key, 'hex'), (i === 0 ? opcodes.OP_CHECKSIG : opcodes.OP_CHECKSIGADD) as number]);
  const leaf = script.compile([
    ...[Buffer.from(staker.xOnly, 'hex'), opcodes.OP_CHECKSIGVERIFY as number],
    ...[...members, script.number.encode(parameters.quorum), opcodes.OP_NUMEQUAL as number],
  ]);
  const leafHash = crypto.taggedHash('TapLeaf', Buffer.concat([Buffer.of(0xc0, leaf.length), leaf]));
  const staked = Transaction.fromBuffer(Buffer.from(registration.stakingTransaction)).outs[0];
  const unbonding = Transaction.fromBuffer(Buffer.from(registration.unbondingTransaction));
  const digest = unbonding.hashForWitnessV1(
    0,
    [staked?.script ?? leaf],
    [staked?.value ?? 0n],
    Transaction.SIGHASH_DEFAULT,
    leafHash,
  );
  return Buffer.from(digest).toString('hex');
}

const walk = (name: string, intent: object, upstream: () => Promise<World>): RecordScene => ({
  ...{ name, chainId: signet, intent: intent as RecordScene['intent'], upstream, now, sign: signInAllForms(account) },
});

/** From the first coin to the last, with every form of signature. */
const walked: readonly RecordScene[] = [
  { ...walk('a stake that is not registered', stakeHere, async () => empty()), sign: signPlainly(account) },
  walk('a stake that the covenant signed', stakeHere, registered),
  walk('the early end of a stake', unstakeHere, activated),
  walk('the coins of a stake that was ended early', withdrawHere, unbonded),
  walk('the coins of a stake whose time is over', withdrawHere, expired),
];

export const babylonScenes: readonly RecordScene[] = [...stakes, ...ends, ...walked];
