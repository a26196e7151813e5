import type { CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { delegation, delegationPath, recordedStakes, testNode } from '../../../babylon/test/babylon.ts';
import { slashingTransactions } from '../../../babylon/test/babylon-stakes.ts';
import { alterations } from '../../test/alterations.ts';
import { completing, planFrom } from '../../test/completing.ts';
import { scriptedRest } from '../../test/scripted-rest.ts';
import { encodePlan } from '../bytes/assemble.ts';
import { stripTransaction } from '../bytes/raw-transaction.ts';
import type { Outpoint } from '../coin.ts';
import { feeRateReader } from '../fees/fee-rate.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { withdraw as withdrawing } from './withdraw.ts';

const [, stake] = recordedStakes;
const slashing = slashingTransactions(stake);
const slashingIds = slashing.map((hex) => stripTransaction(Buffer.from(hex, 'hex'))?.txid ?? '');

const intent = {
  mode: 'withdraw',
  senderAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  senderPubKey: `02${stake.stakerPk}`,
  validatorAddress: stake.finalityProviderPks[0] ?? '',
  stakeId: stake.stakingTxid,
} as const;

interface Bitcoin {
  /** Heights of the known transactions; undefined for waiting ones. */
  readonly heights: Readonly<Record<string, number | undefined>>;
  readonly tip: number;
  readonly spender?: string;
}

/** The stake began in block 230,403. */
const began = { [stake.stakingTxid]: 230_403 };
const ended = { ...began, [stake.unbondingTxid]: 236_713 };

async function withdraw(bitcoin: Bitcoin, data: Record<string, unknown> = {}, amount?: bigint) {
  const rest = scriptedRest('bitcoin-signet', {
    lcd: {
      kind: 'babylon',
      routes: { ...testNode(), [delegationPath(stake.stakingTxid)]: delegation(stake, 'UNBONDED', slashing) },
    },
  });
  const spenders: Outpoint[] = [];
  const upstreams = {
    feeRate: feeRateReader(rest.context, []),
    transaction: async (txid: string) =>
      Object.hasOwn(bitcoin.heights, txid)
        ? { transaction: { txid, height: bitcoin.heights[txid] }, tip: bitcoin.tip }
        : undefined,
    spender: async ({ txid, vout }: Outpoint) => {
      spenders.push({ txid, vout });
      return bitcoin.spender;
    },
  } as unknown as Upstreams;
  const params = { feeRate: '2.5' };
  const modes = { withdraw: withdrawing(rest.context, upstreams) };
  const asked = { ...intent, params, ...data };
  const completed = await completing('bitcoin-signet', modes, asked, amount, rest.operation());
  const errors = completed.errors.map(({ code, message }) => `${code}: ${message}`);
  return { ...completed, errors, asked: spenders, data: completed.data as CompletedData<'withdraw'> };
}

describe('a withdrawal', () => {
  it('takes back an unbonded stake after 1008 blocks', async () => {
    const free = 236_713 + 1008 - 1;
    const early = await withdraw({ heights: ended, tip: free - 1 });
    expect(early.errors).toEqual([
      'position.locked: The staking position is locked: until block 237720, and the chain is at block 237719.',
    ]);
    const { data, errors, warnings } = await withdraw({ heights: ended, tip: free });
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    // 82 bytes (10, 41 in, 31 out); and 2 + 1 + 65 + 39 + 66 of the witness: 501 WU, which are 126 vB, at 2.5.
    expect(data).toMatchObject({ ...intent, fees: '315', amount: '47685' });
    expect(data.params).toMatchObject({
      path: 'unbonded',
      stakingTxid: stake.stakingTxid,
      txid: stake.unbondingTxid,
      vout: 0,
      value: '48000',
      weight: 501,
      vsize: 126,
      feeRate: '2.5',
    });
    const plan = planFrom('bitcoin-signet', data);
    expect(plan.inputs[0]).toMatchObject({ txid: stake.unbondingTxid, vout: 0, value: 48_000n, sequence: 1008 });
    expect(plan.outputs).toMatchObject([{ value: 47_685n }]);
    expect(encodePlan(plan)).toHaveLength(1);
  });

  it('takes back an expired stake after 64,000 blocks', async () => {
    const free = 230_403 + 64_000 - 1;
    const early = await withdraw({ heights: began, tip: free - 1 });
    expect(early.errors).toEqual([
      'position.locked: The staking position is locked: until block 294402, and the chain is at block 294401.',
    ]);
    const { data, errors, asked } = await withdraw({ heights: began, tip: free });
    expect(errors).toEqual([]);
    expect(asked).toEqual([{ txid: stake.stakingTxid, vout: 0 }]);
    expect(data.params).toMatchObject({ path: 'expired', txid: stake.stakingTxid, vout: 0, value: '50000' });
    expect(planFrom('bitcoin-signet', data).inputs[0]).toMatchObject({ txid: stake.stakingTxid, sequence: 64_000 });
  });

  it.each([
    // 5 % of 50,000 are slashed and 5,000 are the fee. After unbonding, 5 % of 48,000 are slashed.
    [0, began, '42500'],
    [1, ended, '40600'],
  ])('takes back what slashing left: transaction %i', async (i, heights, value) => {
    const txid = slashingIds[i] as string;
    const slashed = { ...heights, [txid]: 240_000 };
    const early = await withdraw({ heights: slashed, tip: 241_006 });
    expect(early.errors).toEqual([
      'position.locked: The staking position is locked: until block 241007, and the chain is at block 241006.',
    ]);
    const { data, errors } = await withdraw({ heights: slashed, tip: 241_007 });
    expect(errors).toEqual([]);
    expect(data.params).toMatchObject({ path: 'slashed', txid, vout: 1, value });
    expect(planFrom('bitcoin-signet', data).inputs[0]).toMatchObject({ txid, vout: 1, sequence: 1008 });
  });

  it('waits for a transaction in the mempool', async () => {
    const { errors } = await withdraw({ heights: { ...began, [stake.unbondingTxid]: undefined }, tip: 300_000 });
    expect(errors).toEqual([
      `position.locked: The staking position is locked: transaction ${stake.unbondingTxid} is not confirmed yet.`,
    ]);
    expect((await withdraw({ heights: {}, tip: 300_000 })).errors).toEqual([
      'position.locked: The staking position is locked: its transaction is not on Bitcoin yet.',
    ]);
  });

  it('takes nothing back twice', async () => {
    const spender = '11'.repeat(32);
    expect((await withdraw({ heights: ended, tip: 300_000, spender })).errors).toEqual([
      `position.notFound: There is no such staking position: transaction ${spender} withdrew it.`,
    ]);
  });

  it('pays the wished fee, within the limits of nodes and our own', async () => {
    const done = { heights: ended, tip: 300_000 };
    expect((await withdraw(done, { fees: '126', params: undefined })).data).toMatchObject({
      fees: '126',
      amount: '47874',
    });
    expect((await withdraw(done, { fees: '125', params: undefined })).errors).toEqual([
      'fee.tooLow: The wished fee is too low: the network takes at least 0.00000126 sBTC.',
    ]);
    expect((await withdraw(done, { params: { feeRate: '500.001' } })).errors).toEqual([
      'balance.nothingToSend: Insufficient balance: the account holds 0.00048 sBTC, which does not cover the network fees of up to 0.00063001 sBTC.',
      'fee.tooHigh: The wished fee is too high: the service offers at most 0.00063 sBTC for this transaction.',
    ]);
  });

  it('leaves no dust', async () => {
    const done = { heights: ended, tip: 300_000 };
    expect((await withdraw(done, { fees: String(48_000 - 294), params: undefined })).errors).toEqual([]);
    expect((await withdraw(done, { fees: String(48_000 - 293), params: undefined })).errors).toEqual([
      'balance.nothingToSend: Insufficient balance: the account holds 0.00048 sBTC, which does not cover the network fees of up to 0.00047707 sBTC.',
    ]);
  });

  it('pays to one address only', async () => {
    const senderAddress =
      'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
    const { errors } = await withdraw({ heights: ended, tip: 300_000 }, { senderAddress });
    expect(errors).toEqual([
      `sender.unsupportedScript: Coins of ${senderAddress} cannot be spent here: a stake belongs to one key, and its sender is one address of it.`,
    ]);
  });
});

describe('its plan', () => {
  it('refuses every change', async () => {
    const { data } = await withdraw({ heights: ended, tip: 300_000 });
    const params = data.params as Record<string, unknown>;
    const refused = (altered: object) => {
      try {
        planFrom('bitcoin-signet', { ...data, ...altered } as typeof data);
        return undefined;
      } catch (error) {
        return (error as RefusedError).code;
      }
    };
    expect(refused({})).toBeUndefined();
    // Signatures commit to the coins and to their script. After a change there nobody can sign the transaction.
    const signed = ['txid', 'vout', 'covenantKeys', 'covenantQuorum', 'providerKeys', 'stakingTime', 'unbondingTime'];
    for (const [name, value] of Object.entries(params)) {
      if (name === 'paramsVersion' || signed.includes(name)) continue;
      for (const altered of alterations(value))
        expect(refused({ params: { ...params, [name]: altered } }), `${name}: ${JSON.stringify(altered)}`).toBe(
          'data.altered',
        );
    }
    const [digest] = encodePlan(planFrom('bitcoin-signet', data));
    for (const name of signed) {
      for (const altered of alterations(params[name])) {
        const changed = { ...data, params: { ...params, [name]: altered } };
        if (refused(changed) === undefined) {
          const [other] = encodePlan(planFrom('bitcoin-signet', changed));
          // What the script does not say does not count.
          if (name !== 'stakingTime') expect(other?.raw?.value, name).not.toBe(digest?.raw?.value);
        }
      }
    }
    // Impossible terms: a quorum that does not fit the covenant, one key for two parties, and a malformed key.
    const [key] = params.covenantKeys as string[];
    const [provider] = params.providerKeys as string[];
    for (const terms of [
      { covenantQuorum: 0 },
      { covenantQuorum: (params.covenantKeys as string[]).length + 1 },
      { covenantKeys: (params.covenantKeys as string[]).with(1, key ?? '') },
      { providerKeys: [provider, provider] },
      { providerKeys: [key] },
      // BIP340: no point of the curve has this x, which is above the size of the field.
      { providerKeys: ['ff'.repeat(32)] },
    ])
      expect(refused({ params: { ...params, ...terms } }), JSON.stringify(terms)).toBe('data.altered');
    for (const change of [
      { amount: '47686' },
      { amount: undefined },
      { fees: '316' },
      { stakeId: stake.unbondingTxid },
      { senderPubKey: undefined },
      { params: { ...params, path: 'expired' } },
      { params: { ...params, more: 1 } },
    ])
      expect(refused(change), JSON.stringify(change)).toBe('data.altered');
  });
});
