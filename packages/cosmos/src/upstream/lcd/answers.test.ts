import { parseJson, stringifyJson } from '@isochain/core/upstream';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import answers from '../../../fixtures/lcd/answers.json' with { type: 'json' };
import { accountAnswer } from './account.ts';
import { balances, oneBalance } from './bank.ts';
import { eipBaseFee, feemarketPrice, injectiveFeeParams } from './fees.ts';
import { denomOfTrace, ibcTrace } from './ibc.ts';
import {
  delegations,
  oneDelegation,
  oneValidator,
  redelegations,
  rewards,
  rewardsOfValidator,
  stakingParams,
  unbondings,
  validators,
} from './staking.ts';
import { broadcastAnswer, lcdError, reasonOf, refusalInWords, simulatedRun } from './transactions.ts';

/** As the client of upstreams hands answers over. */
function read<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  return schema.parse(parseJson(stringifyJson(answer)));
}

describe('an account', () => {
  const { accounts } = answers;

  it('that has never signed has no key', () => {
    expect(read(accountAnswer, accounts.never_signed)).toEqual({
      address: 'cosmos1htamarexaxhgdsp0xu6sppeyx7avtvqrdf6t5g',
      number: 2n,
      sequence: 0n,
      key: undefined,
      isModule: false,
      isContract: false,
    });
  });

  it('has a number of 64 bits to its last digit, and its key', () => {
    const found = read(accountAnswer, accounts.uint64_number);
    expect(found.number).toBe(13899434443979399787n);
    expect(found.key?.typeUrl).toBe('/cosmos.crypto.secp256k1.PubKey');
    expect(found.key?.kind === 'single' && found.key.bytes.length).toBe(33);
  });

  it('is found inside of vesting accounts and accounts of EVM chains', () => {
    expect(read(accountAnswer, accounts.vesting_continuous)).toMatchObject({
      number: 1n,
      sequence: 0n,
      isModule: false,
      isContract: false,
    });
    expect(read(accountAnswer, accounts.injective)).toMatchObject({ number: 0n, isModule: false, isContract: false });
  });

  it('of a module is marked as a module', () => {
    expect(read(accountAnswer, accounts.module)).toMatchObject({ number: 10712529170403271013n, isModule: true });
  });

  it('with several keys is told as such', () => {
    // cosmos-sdk crypto/keys/multisig/keys.pb.go
    const key = { '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey', threshold: 2, public_keys: [{}, {}] };
    const { account } = accounts.never_signed;
    expect(read(accountAnswer, { account: { ...account, pub_key: key } }).key).toEqual({
      kind: 'multisig',
      typeUrl: key['@type'],
    });
  });

  it('that is not there is an error, not an account', () => {
    expect(accountAnswer.safeParse(accounts.unknown).success).toBe(false);
    expect(read(lcdError, accounts.unknown)).toMatchObject({ code: 5 });
  });

  it('is refused if a number is malformed, or no account is inside', () => {
    const { account } = accounts.never_signed;
    for (const change of [
      { account_number: '-1' },
      { account_number: '18446744073709551616' },
      { sequence: '1.5' },
      { sequence: null },
    ]) {
      expect(accountAnswer.safeParse({ account: { ...account, ...change } }).success).toBe(false);
    }
    expect(accountAnswer.safeParse({ account: { '@type': 'x', base_account: { base_account: {} } } }).success).toBe(
      false,
    );
  });
});

describe('balances', () => {
  it('tell what a vesting account has, and what it can spend', () => {
    expect(read(oneBalance, answers.bank.spendable)).toEqual({ denom: 'uatom', amount: 424872n });
    expect(read(oneBalance, answers.bank.balance)).toEqual({ denom: 'uatom', amount: 1000000n });
  });

  it('come in pages, and an account that is not there has none', () => {
    // The shape of cosmos-sdk proto/cosmos/bank/v1beta1/query.proto: QueryAllBalancesResponse.
    const page = { balances: [{ denom: 'uatom', amount: '1' }], pagination: { next_key: 'AAE=', total: '0' } };
    expect(read(balances, page)).toEqual({ items: [{ denom: 'uatom', amount: 1n }], odd: [], nextKey: 'AAE=' });
    const none = { balances: [], pagination: { next_key: null, total: '0' } };
    expect(read(balances, none)).toEqual({ items: [], odd: [], nextKey: undefined });
  });

  it('are refused if an amount is malformed', () => {
    for (const amount of ['-1', '1.5', '0x1', '', -1, 1.5]) {
      expect(oneBalance.safeParse({ balance: { denom: 'uatom', amount } }).success).toBe(false);
    }
  });
});

describe('staking', () => {
  const { staking } = answers;

  it('has delegations by validator, with what they are worth', () => {
    expect(read(delegations, staking.delegations)).toEqual({
      items: [
        {
          delegator: 'cosmos1cvh8mpz04az0x7vht6h6ekksg8wd650r39ltwj',
          validator: 'cosmosvaloper1tflk30mq5vgqjdly92kkhhq3raev2hnz6eete3',
          denom: 'uatom',
          amount: 10250000n,
        },
      ],
      odd: [],
      nextKey: undefined,
    });
    expect(read(oneDelegation, staking.delegation).amount).toBe(4000000n);
  });

  it('has an unbonding for each entry', () => {
    const found = read(unbondings, staking.unbonding).items;
    expect(found.length).toBe(7);
    expect(found[0]).toEqual({
      delegator: 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7',
      validator: 'cosmosvaloper1za29eu4hrxufm5rd8nmu5tf6u29qzv9sulm7fm',
      amount: 1000n,
      endsAt: Date.UTC(2026, 10, 22, 10, 4, 7, 676),
    });
  });

  it('has redelegations in flight', () => {
    expect(read(redelegations, staking.redelegations).redelegations).toEqual([
      {
        from: 'cosmosvaloper1z4ekcquux8jledgdz09mk0w6undckguqxnd5ze',
        to: 'cosmosvaloper1wwzcknv52e4natc9d7pr6hxvwlcncm2y77a335',
        endsAt: Date.UTC(2026, 10, 22, 10, 4, 7, 471),
      },
    ]);
  });

  it('has validators with name, stake and commission', () => {
    const { items: found } = read(validators, staking.validators);
    expect(found[0]).toMatchObject({
      address: 'cosmosvaloper1q9p73lx07tjqc34vs8jrsu5pg3q4ha534uqv4w',
      name: 'Unstake as we will shut down',
      isJailed: false,
      isBonded: true,
      stake: 47803181n,
    });
    expect(read(oneValidator, { validator: staking.validators.validators[0] })).toEqual(found[0]);
    // 5 %
    expect(found.at(-1)?.commission).toBe(50_000_000_000_000_000n);
  });

  it.each([
    ['paramsSdk054', 600, 'uatom'],
    ['paramsCosmosHub', 1_814_400, 'uatom'],
    ['paramsOsmosis', 1_209_600, 'uosmo'],
    ['paramsCelestia', 1_814_400, 'utia'],
    ['paramsAkash', 1_814_400, 'uakt'],
  ] as const)('has parameters: %s', (name, unbondingSeconds, denom) => {
    expect(read(stakingParams, staking[name])).toMatchObject({ unbondingSeconds, maxEntries: 7, denom });
  });

  it('pays rewards in whole units, and leaves out what is less than one', () => {
    const {
      items: [first],
    } = read(rewards, staking.rewards);
    expect(first?.coins[0]).toEqual({
      denom: 'ibc/054892D6BB43AF8B93AAC28AA5FD7019D2C59A15DAFD6F45C1FA2BF9BDA22454',
      amount: 4n,
    });
    // Rewards of 0.152511614054750000.
    expect(first?.coins.some(({ denom }) => denom.startsWith('ibc/5CAE744C'))).toBe(false);
    expect(read(rewardsOfValidator, staking.rewardsOfValidator)).toEqual({
      items: [{ denom: 'uatom', amount: 1n }],
      odd: [],
    });
  });

  it('has no rewards if nodes write null', () => {
    expect(read(rewards, { rewards: [{ validator_address: 'cosmosvaloper1', reward: null }], total: [] })).toEqual({
      items: [{ validator: 'cosmosvaloper1', coins: [] }],
      odd: [],
    });
    expect(read(rewards, { rewards: null, total: null })).toEqual({ items: [], odd: [] });
  });
});

describe('prices of gas', () => {
  const price = 160_000_000n * 10n ** 18n;

  it('are read in both shapes of Injective', () => {
    expect(read(eipBaseFee, answers.fees.injective)).toBe(price);
    expect(read(eipBaseFee, answers.fees.injectiveInOsmosisShape)).toBe(price);
    expect(read(injectiveFeeParams, answers.fees.injectiveParams)).toEqual({ maxGas: 30_000_000n, minPrice: price });
  });

  it('are read as the fee market writes them', () => {
    // skip-mev/feemarket proto/feemarket/feemarket/v1/query.proto: GasPriceResponse
    const answer = { price: { denom: 'uatom', amount: '0.005000000000000000' } };
    expect(read(feemarketPrice, answer)).toEqual({ denom: 'uatom', price: 5_000_000_000_000_000n });
  });

  it('are refused if they are not decimal numbers', () => {
    for (const text of ['-1', '1e9', 'NaN', '', '1.', '.5', `0.${'0'.repeat(19)}`]) {
      expect(eipBaseFee.safeParse({ base_fee: text }).success).toBe(false);
    }
  });
});

describe('what nodes say to transactions', () => {
  const { transactions } = answers;

  it('is the gas that a simulation used, with any gas_wanted', () => {
    expect(read(simulatedRun, transactions.simulated)).toMatchObject({ gasUsed: 78741n });
  });

  it('is a code, with status 200', () => {
    const { txhash: hash } = transactions.broadcast.tx_response;
    expect(read(broadcastAnswer, transactions.broadcast)).toEqual({ code: 0, codespace: '', log: '', hash });
    expect(read(broadcastAnswer, transactions.refused)).toMatchObject({ code: 4, codespace: 'sdk' });
  });

  it('is rejected without a code: nothing counts as taken by mistake', () => {
    for (const code of [null, undefined, '', -1, 'ok']) {
      const answer = { tx_response: { ...transactions.broadcast.tx_response, code } };
      expect(broadcastAnswer.safeParse(answer).success).toBe(false);
    }
  });

  it.each([
    ['bc sha256', 4, 'sdk'],
    ['bc cosmos pk', 8, 'sdk'],
    ['bc ethermint', 1, 'undefined'],
    ['bc low fee', 13, 'sdk'],
    ['bc gas over', 41, 'sdk'],
  ] as const)('is a sentence on Injective: %s', (name, code, codespace) => {
    const found = read(refusalInWords, transactions.refusedByInjective[name]);
    expect(found).toMatchObject({ code, codespace });
    expect(found.log.length).toBeGreaterThan(20);
  });

  it('is not a refusal if it is another error', () => {
    expect(refusalInWords.safeParse({ code: 2, message: 'connection refused' }).success).toBe(false);
  });

  it('is shown without the sources of the node and the gas', () => {
    // Texts of a node of cosmos-sdk 0.54.4.
    const tail = "[cosmos/cosmos-sdk@v0.54.4/x/bank/keeper/send.go:324] with gas used: '64757'";
    const words = 'spendable balance 992500uatom is smaller than 2000000uatom: insufficient funds';
    expect(reasonOf(`failed to execute message; message index: 0: ${words} ${tail}`)).toBe(words);
    expect(reasonOf(`rpc error: code = Unknown desc = ${words}`)).toBe(words);
  });
});

describe('denominations of IBC', () => {
  const rows = Object.entries(answers.ibc);

  it('have the hash of their trace', () => {
    expect(rows.length).toBe(33);
    for (const [denom, answer] of rows) expect(denomOfTrace(read(ibcTrace, answer))).toBe(denom);
  });

  it('are read in the shape of ibc-go 9 too', () => {
    // ibc-go proto/ibc/applications/transfer/v1/query.proto: QueryDenomResponse
    const [[denom, { denom_trace: old }] = ['', { denom_trace: { path: '', base_denom: '' } }]] = rows;
    const trace = old.path
      .split(/\/(?=transfer)/)
      .map((hop) => ({ port_id: hop.split('/')[0], channel_id: hop.split('/')[1] }));
    expect(denomOfTrace(read(ibcTrace, { denom: { base: old.base_denom, trace } }))).toBe(denom);
  });
});
