import { describe, expect, it } from 'vitest';
import signed from '../../../../babylon/fixtures/babylon-signed.json' with { type: 'json' };
import {
  delegation,
  delegationPath,
  notFound,
  paramsVersions,
  type RecordedStake,
  recordedStakes,
  recordedVersions,
  testNode,
} from '../../../../babylon/test/babylon.ts';
import { slashingTransactions } from '../../../../babylon/test/babylon-stakes.ts';
import { chainTransaction } from '../../../test/chain-transaction.ts';
import { down, type Routes, refusal, scriptedRest } from '../../../test/scripted-rest.ts';
import type { ChainTransaction, TransactionOutput } from '../backend.ts';
import { createStakeReader } from './stake-reader.ts';

// Real transactions of signet: two stakes and their unbonding transactions as Babylon's index had them, and those of wallet-core's tests.

const [tagged, untagged] = recordedStakes;
const unregistered = refusal(404, notFound('the BTC delegation'));
const owner: TransactionOutput = { value: 0n, script: `0014${'22'.repeat(20)}`, address: undefined };

const stakeOf = (stake: RecordedStake, height = 240_000) => chainTransaction(stake.stakingTxHex, [], height);
const unbondingOf = (stake: RecordedStake) =>
  chainTransaction(stake.unbondingTxHex, [outputOf(stakeOf(stake), stake.stakingOutputIndex)], 241_000);

function outputOf({ outputs }: ChainTransaction, vout: number): TransactionOutput {
  const output = outputs[vout];
  if (output === undefined) throw new TypeError('no such output');
  return output;
}

/** Spends one output to the owner after a time. The tests do not check who signed. */
function withdrawal(from: ChainTransaction, vout: number, sequence: number): ChainTransaction {
  const { value, script } = outputOf(from, vout);
  return {
    ...from,
    txid: 'ab'.repeat(32),
    inputs: [{ txid: from.txid, vout, value, script, address: undefined, sequence }],
    outputs: [{ ...owner, value: value - 500n }],
  };
}

/** Babylon's node, and a Bitcoin that knows some transactions. */
function open(routes: Routes, known: readonly ChainTransaction[] = [], names: readonly string[] = ['lcd']) {
  const rest = scriptedRest(
    'bitcoin-signet',
    Object.fromEntries(names.map((name) => [name, { kind: 'babylon', routes: { ...testNode(), ...routes } }])),
  );
  const asked: string[] = [];
  const upstreams = {
    async transaction(txid: string) {
      asked.push(txid);
      const transaction = known.find((one) => one.txid === txid);
      return transaction && { transaction, tip: 250_000 };
    },
  };
  const reader = createStakeReader(rest.context, upstreams);
  const read = async (transactions: readonly ChainTransaction[], isOwn?: Parameters<typeof reader>[2]) =>
    Object.fromEntries(await reader(transactions, rest.operation(), isOwn));
  const paths = () => rest.requests.filter((request) => /params_versions|btc_delegation/.test(request));
  return { read, asked, paths };
}

/** What Babylon's node says of both stakes. */
const registered: Routes = Object.fromEntries(
  recordedStakes.map((stake) => [
    delegationPath(stake.stakingTxid),
    delegation(stake, 'ACTIVE', slashingTransactions(stake)),
  ]),
);
const party = (stake: RecordedStake, amount = stake.stakingAmountSat) => ({
  address: stake.finalityProviderPks[0],
  amount: String(amount),
  ticker: 'sBTC',
});

describe('stakes', () => {
  it('with a tag are recognised by the parameters alone', async () => {
    const { read, paths } = open({});
    expect(await read([stakeOf(tagged)])).toEqual({
      [tagged.stakingTxid]: { mode: 'stake', validators: { target: party(tagged) } },
    });
    expect(paths()).toEqual(['lcd /babylon/btcstaking/v1/params_versions?pagination.limit=1000']);
  });

  it('without a tag are asked of Babylon, once', async () => {
    const { read, paths } = open(registered);
    const found = { [untagged.stakingTxid]: { mode: 'stake', validators: { target: party(untagged) } } };
    expect(await read([stakeOf(untagged)])).toEqual(found);
    expect(paths()).toHaveLength(2);
    expect(await read([stakeOf(untagged)])).toEqual(found);
    expect(paths()).toHaveLength(2);
  });

  it('are not stakes if Babylon does not know them, even if they look like it', async () => {
    const { read, paths } = open({ [delegationPath(untagged.stakingTxid)]: unregistered });
    expect(await read([stakeOf(untagged)])).toEqual({});
    expect(await read([stakeOf(untagged)])).toEqual({});
    expect(paths()).toHaveLength(2);
  });

  it('are not stakes if the tag does not give the output', async () => {
    const { read, paths } = open({ [delegationPath(tagged.stakingTxid)]: unregistered });
    const stake = stakeOf(tagged);
    const outputs = stake.outputs.map((output) => ({ ...output, script: output.script.replace(/fa00$/, 'fa01') }));
    expect(await read([{ ...stake, outputs }])).toEqual({});
    expect(paths()).toHaveLength(2);
  });

  it.each<[string, (told: ReturnType<typeof delegation>['btc_delegation']) => object]>([
    ['another provider', () => ({ fp_btc_pk_list: tagged.finalityProviderPks })],
    ['another staker', () => ({ btc_pk: tagged.stakerPk })],
    ['another time', () => ({ staking_time: 63_999 })],
    ['another amount', () => ({ total_sat: '50001' })],
    ['another version, with another covenant', () => ({ params_version: 1 })],
    ['a version that there is not', () => ({ params_version: 99 })],
    ['another transaction', () => ({ staking_tx_hex: tagged.stakingTxHex })],
    ['another output', () => ({ staking_output_idx: 1 })],
  ])('are none where Babylon tells %s than is on Bitcoin', async (_, change) => {
    const { btc_delegation } = delegation(untagged, 'ACTIVE', slashingTransactions(untagged));
    const lie = { btc_delegation: { ...btc_delegation, ...change(btc_delegation) } };
    const { read } = open({ [delegationPath(untagged.stakingTxid)]: lie });
    expect(await read([stakeOf(untagged)])).toEqual({});
  });

  it('follow parameters that are newer than the last ones read', async () => {
    let versions: unknown = paramsVersions(recordedVersions.slice(0, 5));
    const path = '/babylon/btcstaking/v1/params_versions?pagination.limit=1000';
    const { read } = open({ ...registered, [path]: () => versions });
    expect(await read([stakeOf(tagged)])).toHaveProperty(tagged.stakingTxid);
    versions = paramsVersions();
    expect(await read([stakeOf(untagged)])).toMatchObject({ [untagged.stakingTxid]: { mode: 'stake' } });
  });

  it('of other accounts are not asked for in a history', async () => {
    const { read, paths } = open(registered);
    const stake = stakeOf(untagged);
    const change = stake.outputs[1]?.script;
    // Who got the change sent it; who got something else only received.
    const isSender = ({ script }: { script: string | undefined }) =>
      script === change || script === stake.inputs[0]?.script;
    expect(await read([stake], ({ script }) => script === change)).toEqual({});
    expect(paths()).toHaveLength(0);
    expect(await read([stake], isSender)).toMatchObject({ [untagged.stakingTxid]: { mode: 'stake' } });
  });
});

describe('the end of a stake', () => {
  it('is recognised by the id of its transaction, and names the validator', async () => {
    const { read } = open({ ...registered, [delegationPath(tagged.unbondingTxid)]: unregistered });
    for (const stake of recordedStakes)
      expect(await read([unbondingOf(stake)])).toEqual({
        [stake.unbondingTxid]: { mode: 'unstake', validators: { source: party(stake) } },
      });
  });

  it('is not mistaken in other transactions that spend the stake', async () => {
    const { read } = open({ ...registered, [delegationPath('cd'.repeat(32))]: unregistered });
    expect(await read([{ ...unbondingOf(untagged), txid: 'cd'.repeat(32) }])).toEqual({});
    const [slashing = ''] = slashingTransactions(untagged);
    const slashed = chainTransaction(slashing, [outputOf(stakeOf(untagged), 0)], 241_000);
    expect(await read([slashed])).toEqual({});
  });

  it('is recognised for stakes that only their tag shows, up to their withdrawal', async () => {
    const [stake, ended] = [stakeOf(tagged), unbondingOf(tagged)];
    const withdrawn = withdrawal(ended, 0, 1_008);
    const { read } = open(Object.fromEntries([stake, ended].map(({ txid }) => [delegationPath(txid), unregistered])), [
      stake,
      ended,
    ]);
    expect(await read([withdrawn, ended, stake])).toEqual({
      [stake.txid]: { mode: 'stake', validators: { target: party(tagged) } },
      [ended.txid]: { mode: 'unstake', validators: { source: party(tagged) } },
      [withdrawn.txid]: { mode: 'withdraw', validators: { source: party(tagged, 40_000) } },
    });
  });

  it('is recognised in transactions that signet confirmed', async () => {
    const stake = chainTransaction(signed.stake.raw, [], 215_000);
    const unbonding = chainTransaction(signed.unbonding.raw, [outputOf(stake, 0)], 215_100);
    const unbonded = chainTransaction(signed.unbonded.raw, [outputOf(unbonding, 0)], 215_200);
    const [version] = recordedVersions;
    if (version === undefined) throw new TypeError('no version');
    const then = {
      ...version,
      ...{ covenant_pks: signed.covenant, covenant_quorum: signed.quorum, min_staking_value_sat: 1_000 },
      ...{ min_staking_time_blocks: 1, unbonding_time_blocks: 5, unbonding_fee_sat: 3_000 },
    };
    const { read } = open(
      {
        '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': paramsVersions([version, then]),
        ...Object.fromEntries([stake, unbonding, unbonded].map(({ txid }) => [delegationPath(txid), unregistered])),
      },
      [stake, unbonding],
    );
    const validator = (amount: string) => ({ address: signed.provider, amount, ticker: 'sBTC' });
    expect(await read([unbonded, unbonding, stake])).toEqual({
      [signed.stake.txid]: { mode: 'stake', validators: { target: validator('30000') } },
      [signed.unbonding.txid]: { mode: 'unstake', validators: { source: validator('30000') } },
      [signed.unbonded.txid]: { mode: 'withdraw', validators: { source: validator('27000') } },
    });
  });
});

describe('withdrawals', () => {
  const others = Object.fromEntries(
    [untagged.unbondingTxid, tagged.unbondingTxid].map((txid) => [delegationPath(txid), unregistered]),
  );

  it('of expired stakes', async () => {
    const { read, asked } = open(registered);
    const transaction = withdrawal(stakeOf(untagged), 0, 64_000);
    expect(await read([transaction])).toEqual({
      [transaction.txid]: { mode: 'withdraw', validators: { source: party(untagged) } },
    });
    expect(asked).toEqual([]);
  });

  it('of stakes that were ended early', async () => {
    const ended = unbondingOf(untagged);
    const { read, asked } = open({ ...registered, ...others }, [ended]);
    const transaction = withdrawal(ended, 0, 1_008);
    expect(await read([transaction])).toEqual({
      [transaction.txid]: { mode: 'withdraw', validators: { source: party(untagged, 48_000) } },
    });
    expect(asked).toEqual([untagged.unbondingTxid]);
  });

  it('of the rest after slashing, even after an early end', async () => {
    const ended = unbondingOf(untagged);
    const [first = '', second = ''] = slashingTransactions(untagged);
    for (const slashed of [
      chainTransaction(first, [outputOf(stakeOf(untagged), 0)], 1),
      chainTransaction(second, [outputOf(ended, 0)], 1),
    ]) {
      const { read } = open({ ...registered, ...others, [delegationPath(slashed.txid)]: unregistered }, [
        slashed,
        ended,
      ]);
      const transaction = { ...withdrawal(slashed, 1, 1_008), height: 245_000 };
      expect(await read([transaction])).toEqual({
        [transaction.txid]: {
          mode: 'withdraw',
          validators: { source: party(untagged, Number(slashed.outputs[1]?.value)) },
        },
      });
    }
  });

  it('are not recognised before the time is over, for other outputs, or for other scripts', async () => {
    const stake = stakeOf(untagged);
    const payment = { ...stake, txid: 'ef'.repeat(32) };
    const { read } = open({ ...registered, [delegationPath(payment.txid)]: unregistered }, [payment]);
    expect(await read([withdrawal(stake, 0, 63_999)])).toEqual({});
    expect(await read([withdrawal(stake, 1, 64_000)])).toEqual({});
    expect(await read([withdrawal(payment, 0, 64_000)])).toEqual({});
  });
});

describe('without an answer of Babylon', () => {
  const many = Array.from({ length: 10 }, (_, i) => ({ ...stakeOf(untagged), txid: i.toString(16).repeat(64) }));

  it('a possible stake is unknown, and nothing more is asked', async () => {
    const { read, paths } = open(Object.fromEntries(many.map(({ txid }) => [delegationPath(txid), down])));
    const readings = Object.values(await read(many));
    expect(readings).toEqual(many.map(() => ({ mode: 'unknown' })));
    // The parameters and the request beside them. The only endpoint gets each of them twice.
    expect(paths().length).toBeLessThanOrEqual(1 + 2 * 4);
  });

  it('a possible stake is unknown without the parameters too', async () => {
    const { read } = open({ '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': down });
    expect(await read([stakeOf(untagged)])).toEqual({ [untagged.stakingTxid]: { mode: 'unknown' } });
    expect(await read([{ ...stakeOf(untagged), outputs: [owner] }])).toEqual({});
  });

  it('another node is asked', async () => {
    let asked = 0;
    const once = () => (++asked === 1 ? down() : Response.json(registered[delegationPath(untagged.stakingTxid)]));
    const { read } = open({ [delegationPath(untagged.stakingTxid)]: once }, [], ['one', 'two']);
    expect(await read([stakeOf(untagged)])).toMatchObject({ [untagged.stakingTxid]: { mode: 'stake' } });
  });
});

describe('a transaction that cannot be a stake is not asked for', () => {
  const stake = stakeOf(untagged);
  const changed = (change: (output: TransactionOutput) => TransactionOutput): ChainTransaction => ({
    ...stake,
    outputs: stake.outputs.map(change),
  });
  it.each<[string, ChainTransaction]>([
    ['less than the least stake', changed((output) => ({ ...output, value: 49_999n }))],
    ['more than the greatest', changed((output) => ({ ...output, value: 35_000_000_001n }))],
    ['before there were any', { ...stake, height: 197_534 }],
    ['what miners earn', { ...stake, isCoinbase: true, inputs: [] }],
  ])('%s', async (_, transaction) => {
    const { read, paths } = open(registered);
    expect(await read([transaction])).toEqual({});
    expect(paths().filter((path) => path.includes('btc_delegation'))).toEqual([]);
  });

  it('not even the parameters, without taproot outputs', async () => {
    const { read, paths } = open(registered);
    expect(await read([changed((output) => ({ ...output, script: owner.script }))])).toEqual({});
    expect(paths()).toEqual([]);
  });
});
