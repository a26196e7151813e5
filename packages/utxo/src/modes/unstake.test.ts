import type { CompletedData, RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import {
  delegation,
  delegationPath,
  notFound,
  paramsVersions,
  recordedStakes,
  recordedVersions,
  testNode,
} from '../../../babylon/test/babylon.ts';
import { slashingTransactions } from '../../../babylon/test/babylon-stakes.ts';
import { alterations } from '../../test/alterations.ts';
import { completing, planFrom } from '../../test/completing.ts';
import { type Routes, refusal, scriptedRest } from '../../test/scripted-rest.ts';
import { encodePlan } from '../bytes/assemble.ts';
import type { Upstreams } from '../upstream/choose.ts';
import { unstake as unstaking } from './unstake.ts';

const [stake, other] = recordedStakes;
const slashing = slashingTransactions(stake);
const validator = stake.finalityProviderPks[0] ?? '';

const intent = {
  mode: 'unstake',
  // No address of the staker's is known; which one it is makes no difference here.
  senderAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  senderPubKey: `02${stake.stakerPk}`,
  validatorAddress: validator,
  stakeId: stake.stakingTxid,
} as const;

const answer = (status = 'ACTIVE', change: object = {}) => {
  const { btc_delegation } = delegation(stake, status, slashing);
  return { btc_delegation: { ...btc_delegation, ...change } };
};
const node = (about: unknown = answer()): Routes => ({ ...testNode(), [delegationPath(stake.stakingTxid)]: about });

/** What Bitcoin has of the staking transaction. */
type OnBitcoin = (txid: string) => Promise<unknown>;
const never: OnBitcoin = async () => {
  throw new Error('nobody has to be asked');
};
const atHeight =
  (height: number | undefined): OnBitcoin =>
  async (txid) =>
    txid === stake.stakingTxid ? { transaction: { txid, height }, tip: 250_000 } : undefined;
const unsent: OnBitcoin = async () => undefined;

async function unstake(
  data: Record<string, unknown> = {},
  amount: bigint | 'max' = 'max',
  routes = node(),
  index?: Routes,
  transaction = never,
) {
  const rest = scriptedRest('bitcoin-signet', {
    lcd: { kind: 'babylon', routes },
    ...(index === undefined ? {} : { index: { kind: 'babylon-staking', routes: index } }),
  });
  const operation = rest.operation();
  const mode = unstaking(rest.context, { transaction } as Pick<Upstreams, 'transaction'>);
  const completed = await completing('bitcoin-signet', { unstake: mode }, { ...intent, ...data }, amount, operation);
  const { roundTrips } = operation.trace;
  return { ...completed, roundTrips, data: completed.data as CompletedData<'unstake'> };
}

const errorsOf = async (...args: Parameters<typeof unstake>) =>
  (await unstake(...args)).errors.map(({ code, message }) => `${code}: ${message}`);

const contradicts =
  'stake.parametersUnclear: The staking parameters cannot be relied on at the moment: what Babylon tells of this stake contradicts itself.';

describe('the early end of a stake', () => {
  it("ends a real stake with its covenant's signatures, in one round", async () => {
    const { data, errors, warnings, roundTrips } = await unstake();
    expect({ errors, warnings, roundTrips }).toEqual({ errors: [], warnings: [], roundTrips: 1 });
    const { params, ...rest } = data;
    expect(rest).toEqual({ ...intent, amount: '50000', useMaxAmount: true, fees: '10000' });
    const signatures = stake.covenantUnbondingSignatures
      .map((entry) => ({ key: entry.covenant_btc_pk_hex, signature: entry.signature_hex }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(signatures).toHaveLength(7);
    expect(params).toEqual({
      v: 1,
      stakingTxid: 'd3ef0f9fdbc556bcbc9272d168f4aca8e420880ba624f1691b177a36018c736b',
      vout: 0,
      value: '50000',
      paramsVersion: 1,
      stakingTime: 64_000,
      unbondingTime: 1008,
      covenantKeys: recordedVersions[1]?.covenant_pks.toSorted(),
      covenantQuorum: 6,
      providerKeys: ['c20acf33c17e5a6c92cced9f1d530cccab7aa3e53400456202f02fac95e9c481'],
      unbondingTxid: '14e20d428e54c837e877655e773b6f14eb514bb336858e2d828352df1e8e2d43',
      // One more would be one too many.
      covenantSignatures: signatures.slice(0, 6),
    });
    const [item] = encodePlan(planFrom('bitcoin-signet', data));
    expect(item?.hash?.value).toBe('6521bdb6f381e711fb073a92feb5a9a6b0221f3db9d003c9c9530d4db05fe181');
  });

  it('takes the amount of the whole stake only', async () => {
    expect(await errorsOf({}, 50_000n)).toEqual([]);
    expect(await errorsOf({}, 50_001n)).toEqual([
      'position.insufficient: The staking position holds 0.0005 sBTC, but 0.00050001 sBTC are asked for.',
    ]);
    expect(await errorsOf({}, 49_999n)).toEqual([
      'position.partTooLow: A part of a staking position has to have at least 0.0005 sBTC: ask for more, or for all of it.',
    ]);
  });

  it.each([
    ['UNBONDED', 'position.unlocking: The staking position is being unlocked already.'],
    ['EXPIRED', 'position.unlocking: The staking position is being unlocked already.'],
  ])('does not end a stake that is %s', async (status, expected) => {
    expect(await errorsOf({}, 'max', node(answer(status)))).toEqual([expected]);
  });

  // What Babylon has not activated is locked on Bitcoin all the same. A stake that was sent before its registration may never become active.
  describe.each(['PENDING', 'VERIFIED', 'A_STATE_TO_COME'])('a stake that is %s', (status) => {
    const end = (transaction: OnBitcoin, change: object = {}) =>
      unstake({}, 'max', node(answer(status, change)), undefined, transaction);

    it('ends once it is confirmed on Bitcoin, with the same bytes', async () => {
      const { data, errors } = await end(atHeight(stake.startHeight));
      expect(errors).toEqual([]);
      const [item] = encodePlan(planFrom('bitcoin-signet', data));
      expect(item?.hash?.value).toBe('6521bdb6f381e711fb073a92feb5a9a6b0221f3db9d003c9c9530d4db05fe181');
    });

    it.each([
      ['not on Bitcoin', unsent, 'its transaction is not on Bitcoin yet'],
      ['in the mempool', atHeight(undefined), `transaction ${stake.stakingTxid} is not confirmed yet`],
    ])('does not end while it is %s', async (_, where, reason) => {
      const { errors } = await end(where);
      expect(errors).toMatchObject([{ code: 'position.locked', context: { reason } }]);
    });

    it('does not end without a quorum of valid signatures', async () => {
      const { undelegation_response: honest } = answer().btc_delegation as {
        undelegation_response: { covenant_unbonding_sig_list: { pk: string; sig: string }[] };
      };
      const list = honest.covenant_unbonding_sig_list;
      const signed = (covenant_unbonding_sig_list: unknown) => ({
        undelegation_response: { ...honest, covenant_unbonding_sig_list },
      });
      expect((await end(atHeight(230_000), signed(list.slice(0, 6)))).errors).toEqual([]);
      const swapped = list.map((entry, i) => ({ ...entry, sig: list[(i + 1) % list.length]?.sig }));
      for (const [given, missing] of [
        [list.slice(0, 5), 1],
        [[], 6],
        [swapped, 6],
      ] as const) {
        const { errors } = await end(atHeight(230_000), signed(given));
        expect(errors).toMatchObject([
          status === 'VERIFIED'
            ? {
                code: 'stake.parametersUnclear',
                context: { reason: `${missing} signatures of the covenant are missing` },
              }
            : { code: 'position.locked', context: { reason: `${missing} signatures of the covenant are missing` } },
        ]);
      }
    });
  });

  it("names the stake's validator", async () => {
    const { warnings } = await unstake({ validatorAddress: other.finalityProviderPks[0] });
    expect(warnings).toMatchObject([
      {
        code: 'position.otherValidator',
        message: `The staking position is with ${validator}, not with validatorAddress`,
      },
    ]);
    expect((await unstake({ validatorAddress: `03${validator.toUpperCase()}` })).warnings).toEqual([]);
  });

  it('ends only stakes of the sender', async () => {
    expect(await errorsOf({ senderPubKey: `02${other.stakerPk}` })).toEqual([
      `position.foreign: The staking position belongs to ${stake.stakerPk}, not to the sender.`,
    ]);
    expect(await errorsOf({ senderPubKey: undefined })).toEqual([
      `publicKey.required: senderPubKey is required to spend from ${intent.senderAddress}: stakes belong to keys, and it does not follow from the address.`,
    ]);
  });

  it('finds no stake if there is none', async () => {
    expect(await errorsOf({ stakeId: 'x' })).toEqual([
      'position.notFound: There is no such staking position: stakeId is no transaction id.',
    ]);
    expect(await errorsOf({}, 'max', node(refusal(500, notFound('the BTC delegation'))))).toEqual([
      'position.notFound: There is no such staking position: Babylon does not know it.',
    ]);
    // A node in trouble says nothing of the stake.
    await expect(errorsOf({}, 'max', node(refusal(500, { message: 'panic' })))).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('knows the stake by its id in any case', async () => {
    expect((await unstake({ stakeId: stake.stakingTxid.toUpperCase() })).data.stakeId).toBe(stake.stakingTxid);
  });
});

describe('a stake without an id', () => {
  const path = `/v2/delegations?staker_pk_hex=${stake.stakerPk}`;
  const indexed = (txid: string, state: string, provider = validator) => ({
    staker_btc_pk_hex: stake.stakerPk,
    finality_provider_btc_pks_hex: [provider],
    delegation_staking: { staking_tx_hash_hex: txid, staking_amount: 50_000, end_height: stake.endHeight },
    delegation_unbonding: { unbonding_timelock: 1008, unbonding_tx: stake.unbondingTxHex },
    state,
  });
  const find = (...stakes: object[]) =>
    errorsOf({ stakeId: undefined }, 'max', node(), { [path]: { data: stakes, pagination: { next_key: '' } } });

  it('is the active one with the validator, if there is one', async () => {
    const txid = other.stakingTxid;
    expect(
      await find(
        indexed(txid, 'EARLY_UNBONDING'),
        indexed(txid, 'ACTIVE', other.finalityProviderPks[0]),
        indexed(stake.stakingTxid, 'ACTIVE'),
      ),
    ).toEqual([]);
    expect(await find(indexed(stake.stakingTxid, 'ACTIVE'), indexed(txid, 'ACTIVE'))).toEqual([
      'position.ambiguous: The account has 2 such staking positions: say which one with stakeId.',
    ]);
    expect(await find(indexed(txid, 'EARLY_UNBONDING_WITHDRAWN'))).toEqual([
      `position.notFound: There is no such staking position: nothing is with ${validator}.`,
    ]);
  });

  it('cannot be found without an index', async () => {
    expect(await errorsOf({ stakeId: undefined })).toEqual([
      'position.unlisted: The staking positions of the account cannot be listed with the configured upstreams: say which one with stakeId.',
    ]);
  });
});

describe('a node that lies', () => {
  const nested = (change: object) => {
    const { btc_delegation } = answer();
    return { undelegation_response: { ...(btc_delegation.undelegation_response as object), ...change } };
  };
  const lie = (change: object, routes: Routes = {}) =>
    errorsOf({}, 'max', { ...node(answer('ACTIVE', change)), ...routes });

  it.each([
    ['another amount', { total_sat: '50001' }],
    ['another time', { staking_time: 63_999 }],
    ['another unbonding time', { unbonding_time: 1007 }],
    ['another output', { staking_output_idx: 1 }],
    ['no such output', { staking_output_idx: 9 }],
    ['another provider', { fp_btc_pk_list: other.finalityProviderPks }],
    ['a version that there is not', { params_version: 7 }],
    ['a version with another covenant', { params_version: 5 }],
    ['another transaction', { staking_tx_hex: other.stakingTxHex }],
    ['no transaction', { staking_tx_hex: '00' }],
    ['another unbonding transaction', nested({ unbonding_tx_hex: other.unbondingTxHex })],
    ['no refund', nested({ slashing_tx_hex: stake.unbondingTxHex })],
  ])('%s', async (_, change) => {
    expect(await lie(change)).toEqual([contradicts]);
  });

  it('about the covenant', async () => {
    const versions = paramsVersions(
      recordedVersions.map((recorded) => (recorded.version === 1 ? { ...recorded, covenant_quorum: 5 } : recorded)),
    );
    expect(await lie({}, { '/babylon/btcstaking/v1/params_versions?pagination.limit=1000': versions })).toEqual([
      contradicts,
    ]);
  });

  it('about signatures', async () => {
    const list = (
      answer().btc_delegation.undelegation_response as { covenant_unbonding_sig_list: { pk: string; sig: string }[] }
    ).covenant_unbonding_sig_list;
    const missing = (count: number) =>
      `stake.parametersUnclear: The staking parameters cannot be relied on at the moment: ${count} signatures of the covenant are missing.`;
    const swapped = list.map((entry, i) => ({ ...entry, sig: list[(i + 1) % list.length]?.sig }));
    expect(await lie(nested({ covenant_unbonding_sig_list: swapped }))).toEqual([missing(6)]);
    expect(await lie(nested({ covenant_unbonding_sig_list: list.slice(2) }))).toEqual([missing(1)]);
    expect(await lie(nested({ covenant_unbonding_sig_list: list.slice(1) }))).toEqual([]);
    expect(await lie(nested({ covenant_unbonding_sig_list: null }))).toEqual([missing(6)]);
    // Of a transaction that leaves everything to the fees.
    const greedy = stake.unbondingTxHex.replace('409c', '0000');
    expect(await lie(nested({ unbonding_tx_hex: greedy }))).toEqual([missing(6)]);
  });
});

describe('its plan', () => {
  it('refuses every change', async () => {
    const { data } = await unstake();
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
    for (const [name, value] of Object.entries(params)) {
      // Not in the bytes: the service's checksum guards it.
      if (name === 'paramsVersion') continue;
      for (const altered of alterations(value))
        expect(refused({ params: { ...params, [name]: altered } }), `${name}: ${JSON.stringify(altered)}`).toBe(
          'data.altered',
        );
    }
    const seven = stake.covenantUnbondingSignatures.map((entry) => ({
      key: entry.covenant_btc_pk_hex,
      signature: entry.signature_hex,
    }));
    for (const change of [
      { amount: '49999' },
      { amount: undefined },
      { fees: '9999' },
      { fees: '50000' },
      { stakeId: other.stakingTxid },
      { stakeId: undefined },
      { senderPubKey: `02${other.stakerPk}` },
      { params: { ...params, covenantSignatures: seven } },
      { params: { ...params, more: 1 } },
    ])
      expect(refused(change), JSON.stringify(change)).toBe('data.altered');
  });
});
