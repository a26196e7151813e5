import { toBase64, toHex } from '@isochain/core';
import { writeMessage } from '@isochain/core/protobuf';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { BaseAccount, ModuleAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryAllBalancesRequest, QueryAllBalancesResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { LegacyAminoPubKey } from 'cosmjs-types/cosmos/crypto/multisig/keys';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import {
  BaseVestingAccount,
  ContinuousVestingAccount,
  PeriodicVestingAccount,
} from 'cosmjs-types/cosmos/vesting/v1beta1/vesting';
import { describe, expect, it } from 'vitest';
import { namesOn, senderKey } from '../../test/completed.ts';
import { type NodeFacts, openScripted, Refused } from '../../test/scripted-endpoints.ts';
import { readDecimal } from '../decimal.ts';
import { readAccount } from './abci/account.ts';
import { askOne } from './ask.ts';
import { accountAnswer } from './lcd/account.ts';
import { coinPage } from './queries/bank.ts';
import { injectiveMaxGas, livePrices } from './queries/fees.ts';
import { simulate, simulateFlat } from './queries/simulate.ts';
import type { Query } from './query.ts';

const { sender, recipient } = namesOn('cosmoshub');

const facts: NodeFacts = {
  accounts: { [sender]: { number: 2n ** 64n - 1n, sequence: 180n, key: senderKey } },
  spendable: { uatom: 5_000_000n },
  simulation: 85_873n,
};

const intent = {
  mode: 'transfer' as const,
  senderAddress: sender,
  recipientAddress: recipient,
  amount: '1000000',
  memo: 'a & b',
};

describe('encode', () => {
  it('answers the same over either interface alone', async () => {
    const encoded = await Promise.all(
      (['rest', 'rpc'] as const).map((kind) => openScripted('cosmoshub', [[kind, facts]]).chain.encode(intent)),
    );
    expect(encoded[0]).toMatchObject({ ok: true, status: { errors: [] } });
    expect(encoded[0]?.transaction.data).toMatchObject({
      nonce: '180',
      params: { accountNumber: '18446744073709551615' },
    });
    expect(encoded[1]).toEqual(encoded[0]);
  });

  it('takes one request a round over CometBFT, with all questions of the round', async () => {
    const { chain, sent } = openScripted('cosmoshub', [['rpc', facts]]);
    await chain.encode(intent);
    expect(sent.map(({ what }) => what)).toEqual([
      'status',
      'abci_query /cosmos.auth.v1beta1.Query/Account',
      'abci_query /cosmos.auth.v1beta1.Query/Account',
      'abci_query /cosmos.bank.v1beta1.Query/SpendableBalanceByDenom',
      'abci_query /cosmos.auth.v1beta1.Query/Params',
      'abci_query /feemarket.feemarket.v1.Query/GasPrice',
      'status',
      'abci_query /cosmos.tx.v1beta1.Service/Simulate',
    ]);
  });

  it('goes on over CometBFT if no REST endpoint answers', async () => {
    const { chain } = openScripted('cosmoshub', [
      ['rest', 'dead'],
      ['rest', { ...facts, network: 'theta-testnet-001' }],
      ['rpc', facts],
    ]);
    expect(await chain.encode(intent)).toMatchObject({ ok: true, transaction: { data: { nonce: '180' } } });
  });

  it('believes no CometBFT endpoint of another chain, or that lags', async () => {
    for (const lie of [{ network: 'cosmoshub-3' }, { latestAt: Date.UTC(2026, 10, 21) }]) {
      const { chain } = openScripted('cosmoshub', [
        ['rpc', { ...facts, spendable: { uatom: 1n }, ...lie }],
        ['rpc', facts],
      ]);
      expect(await chain.encode(intent)).toMatchObject({ ok: true });
    }
  });

  it('does not believe a node that answers another account or denomination, or nonsense', async () => {
    const other = openScripted('cosmoshub', [['rpc', facts]]).chain;
    const right = await other.encode(intent);
    const any = (typeUrl: string, value: Uint8Array) =>
      QueryAccountResponse.encode({ account: { typeUrl, value } }).finish();
    const lies = {
      '/cosmos.auth.v1beta1.Query/Account': any(
        '/cosmos.auth.v1beta1.BaseAccount',
        BaseAccount.encode({ address: recipient, accountNumber: 1n, sequence: 0n }).finish(),
      ),
      '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom': writeMessage([
        [
          1,
          writeMessage([
            [1, 'uosmo'],
            [2, '99'],
          ]),
        ],
      ]),
      '/cosmos.auth.v1beta1.Query/Params': Uint8Array.of(0x0a, 200, 1),
      '/feemarket.feemarket.v1.Query/GasPrice': writeMessage([
        [
          1,
          writeMessage([
            [1, 'uatom'],
            [2, '0.025'],
          ]),
        ],
      ]),
    };
    for (const [path, lie] of Object.entries(lies)) {
      const { chain } = openScripted('cosmoshub', [
        ['rpc', { ...facts, abci: { [path]: lie } }],
        ['rpc', facts],
      ]);
      expect(await chain.encode(intent), path).toEqual(right);
    }
  });
});

describe('accounts in protobuf', () => {
  const base = { address: sender, accountNumber: 7n, sequence: 3n };
  const pubKey = {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    value: PubKey.encode({ key: Uint8Array.of(2, 1) }).finish(),
  };
  const read = (typeUrl: string, value: Uint8Array) =>
    readAccount(QueryAccountResponse.encode({ account: { typeUrl, value } }).finish());
  const vesting = BaseVestingAccount.fromPartial({ baseAccount: { ...base, pubKey }, endTime: 9n });

  it.each([
    ['/cosmos.auth.v1beta1.BaseAccount', BaseAccount.encode({ ...base, pubKey }).finish()],
    [
      '/cosmos.vesting.v1beta1.ContinuousVestingAccount',
      ContinuousVestingAccount.encode({ baseVestingAccount: vesting, startTime: 1n }).finish(),
    ],
    [
      '/cosmos.vesting.v1beta1.PeriodicVestingAccount',
      PeriodicVestingAccount.encode({ baseVestingAccount: vesting, startTime: 1n, vestingPeriods: [] }).finish(),
    ],
    // Injective's proto/injective/types/v1beta1/account.proto, and ethermint's: the base account, and a hash of code as bytes or as text.
    [
      '/injective.types.v1beta1.EthAccount',
      writeMessage([
        [1, BaseAccount.encode({ ...base, pubKey }).finish()],
        [2, keccak_256(new Uint8Array())],
      ]),
    ],
  ])('are found inside of %s', (typeUrl, value) => {
    const single = { kind: 'single', typeUrl: pubKey.typeUrl, bytes: Uint8Array.of(2, 1) };
    const kind = { isModule: false, isContract: false };
    expect(read(typeUrl, value)).toEqual({ address: sender, number: 7n, sequence: 3n, key: single, ...kind });
  });

  it.each([
    ['/injective.types.v1beta1.EthAccount', new Uint8Array(32).fill(9), true],
    ['/injective.types.v1beta1.EthAccount', new Uint8Array(), false],
    ['/ethermint.types.v1.EthAccount', new TextEncoder().encode(`0x${'9a'.repeat(32)}`), true],
    ['/ethermint.types.v1.EthAccount', new TextEncoder().encode(`0x${toHex(keccak_256(new Uint8Array()))}`), false],
  ])('of an EVM tell whether they have code (%s, %#)', (typeUrl, codeHash, isContract) => {
    const inner = BaseAccount.encode({ ...base, pubKey }).finish();
    const value = writeMessage([
      [1, inner],
      [2, codeHash],
    ]);
    expect(read(typeUrl, value)).toMatchObject({ isContract });
    const inJson = typeUrl.startsWith('/injective') ? toBase64(codeHash) : new TextDecoder().decode(codeHash);
    const account = {
      '@type': typeUrl,
      base_account: { address: sender, account_number: '7', sequence: '3' },
      code_hash: inJson,
    };
    expect(accountAnswer.parse({ account })).toMatchObject({ isContract });
  });

  it('of modules are marked as modules, and accounts that never signed have no key', () => {
    const value = ModuleAccount.encode({ baseAccount: base, name: 'gov', permissions: ['burner'] }).finish();
    expect(read('/cosmos.auth.v1beta1.ModuleAccount', value)).toMatchObject({ isModule: true, key: undefined });
  });

  it('with several keys are told as such', () => {
    const several = LegacyAminoPubKey.encode({ threshold: 2, publicKeys: [pubKey, pubKey] }).finish();
    const typeUrl = '/cosmos.crypto.multisig.LegacyAminoPubKey';
    const value = BaseAccount.encode({ ...base, pubKey: { typeUrl, value: several } }).finish();
    expect(read('/cosmos.auth.v1beta1.BaseAccount', value).key).toEqual({ kind: 'multisig', typeUrl });
  });

  it('are refused if no account is inside', () => {
    const nested = (depth: number): Uint8Array =>
      depth === 0 ? new Uint8Array() : writeMessage([[1, nested(depth - 1)]]);
    expect(() => read('/x', nested(3))).toThrow();
    let deep = BaseAccount.encode(base).finish();
    for (let i = 0; i < 10; i++) deep = writeMessage([[1, deep]]);
    expect(() => read('/x', deep)).toThrow('no account inside');
  });
});

describe('questions', () => {
  /** Asks one question over one interface. */
  async function put<T>(
    chainId: 'cosmoshub' | 'osmosis' | 'injective' | 'celestia' | 'dymension',
    query: Query<T>,
    node: NodeFacts,
    kind: 'rest' | 'rpc',
  ) {
    const { chain } = openScripted(chainId, [[kind, node]]);
    return askOne({ chainId, kinds: [kind] }, query, chain.adapter.upstream.operation());
  }
  const inside = (...fields: Parameters<typeof writeMessage>[0]) => writeMessage([[1, writeMessage(fields)]]);

  // Texts of decimals in protobuf are whole numbers of 10^-18: cosmossdk.io/math dec.go, Marshal; @cosmjs/stargate decodeCosmosSdkDecFromProto.
  it.each([
    [
      'cosmoshub',
      'feemarket',
      ['/feemarket/v1/gas_price/uatom', { price: { denom: 'uatom', amount: '0.005000000000000000' } }],
      ['/feemarket.feemarket.v1.Query/GasPrice', inside([1, 'uatom'], [2, '5000000000000000'])],
      '0.005',
    ],
    [
      'osmosis',
      'osmosis-base-fee',
      ['/osmosis/txfees/v1beta1/cur_eip_base_fee', { base_fee: '0.030000000000000000' }],
      ['/osmosis.txfees.v1beta1.Query/GetEipBaseFee', writeMessage([[1, '30000000000000000']])],
      '0.03',
    ],
    [
      'injective',
      'injective-base-fee',
      ['/injective/txfees/v1beta1/cur_eip_base_fee', { base_fee: { base_fee: '160000000.000000000000000000' } }],
      ['/injective.txfees.v1beta1.Query/GetEipBaseFee', inside([1, '160000000000000000000000000'])],
      '160000000',
    ],
    [
      'celestia',
      'celestia-minfee',
      ['/celestia/minfee/v1/min_gas_price', { network_min_gas_price: '0.000001000000000000' }],
      ['/celestia.minfee.v1.Query/NetworkMinGasPrice', writeMessage([[1, '1000000000000']])],
      '0.000001',
    ],
    [
      'dymension',
      'ethermint-feemarket',
      ['/ethermint/feemarket/v1/base_fee', { base_fee: '5000000000' }],
      ['/ethermint.feemarket.v1.Query/BaseFee', writeMessage([[1, '5000000000']])],
      '5000000000',
    ],
  ] as const)(
    'about the price of gas have the same answer over either interface: %s',
    async (chainId, feeModel, rest, abci, price) => {
      const denom = 'uatom';
      const [query] = livePrices({ feeModel, denom });
      const node = { rest: { [rest[0]]: rest[1] }, abci: { [abci[0]]: abci[1] } };
      for (const kind of ['rest', 'rpc'] as const) {
        expect(await put(chainId, query as Query<bigint | undefined>, node, kind)).toBe(readDecimal(price));
        // A node without the module.
        expect(await put(chainId, query as Query<bigint | undefined>, {}, kind)).toBeUndefined();
      }
    },
  );

  it('about limits and minimums of other modules have the same answer over either interface', async () => {
    const [, minimum] = livePrices({ feeModel: 'ethermint-feemarket', denom: 'adym' });
    // evmos/ethermint proto/ethermint/feemarket/v1/feemarket.proto: no_base_fee 1, base_fee 6, min_gas_price 7.
    const ethermint = {
      rest: { '/ethermint/feemarket/v1/params': { params: { min_gas_price: '20000000000.5' } } },
      abci: { '/ethermint.feemarket.v1.Query/Params': inside([1, 1n], [6, '7'], [7, '20000000000500000000000000000']) },
    };
    const injective = {
      rest: {
        '/injective/txfees/v1beta1/params': { params: { max_gas_wanted_per_tx: '75000000', min_gas_price: '1.0' } },
      },
      abci: { '/injective.txfees.v1beta1.Query/Params': inside([1, 75_000_000n], [2, 50_000_000n]) },
    };
    for (const kind of ['rest', 'rpc'] as const) {
      expect(await put('dymension', minimum as Query<bigint>, ethermint, kind)).toBe(readDecimal('20000000000.5'));
      expect(await put('injective', injectiveMaxGas, injective, kind)).toBe(75_000_000n);
    }
    const none = { abci: { '/ethermint.feemarket.v1.Query/BaseFee': new Uint8Array() } };
    const [base] = livePrices({ feeModel: 'ethermint-feemarket', denom: 'adym' });
    expect(await put('dymension', base as Query<bigint>, none, 'rpc')).toBe(0n);
  });

  it('about flat fees have the same answer over either interface', async () => {
    const transaction = Uint8Array.of(1, 2);
    const node = {
      rest: {
        '/provenance/tx/v1/calculate_flat_fee': { total_fees: [{ denom: 'nhash', amount: '5' }], estimated_gas: '6' },
      },
      // provenance-io/provenance proto/provenance/flatfees/v1/query.proto
      abci: {
        '/provenance.flatfees.v1.Query/CalculateTxFees': writeMessage([
          [
            1,
            writeMessage([
              [1, 'nhash'],
              [2, '5'],
            ]),
          ],
          [2, 6n],
        ]),
      },
    };
    for (const kind of ['rest', 'rpc'] as const) {
      expect(await put('cosmoshub', simulateFlat(transaction, 'nhash'), node, kind)).toEqual({
        ok: true,
        gasUsed: 6n,
        fees: [{ denom: 'nhash', amount: 5n }],
      });
    }
  });

  it('about all balances go page by page', async () => {
    const { path, data, read } = coinPage('balances', sender, 'AAE=').abci ?? {};
    expect(path).toBe('/cosmos.bank.v1beta1.Query/AllBalances');
    const asked = QueryAllBalancesRequest.decode(data ?? new Uint8Array());
    expect([asked.address, toHex(asked.pagination?.key ?? new Uint8Array()), asked.pagination?.limit]).toEqual([
      sender,
      '0001',
      1000n,
    ]);
    const balances = [{ denom: 'uatom', amount: '1' }];
    const page = { balances, pagination: { nextKey: Uint8Array.of(0, 2), total: 0n } };
    expect(read?.(QueryAllBalancesResponse.encode(page).finish())).toEqual({
      items: [{ denom: 'uatom', amount: 1n }],
      odd: [],
      nextKey: 'AAI=',
    });
    const last = { balances: [], pagination: { nextKey: new Uint8Array(), total: 0n } };
    expect(read?.(QueryAllBalancesResponse.encode(last).finish())).toEqual({
      ...{ items: [], odd: [], nextKey: undefined },
    });
  });

  it('tell why a simulation fails, in the words of the node over either interface', async () => {
    const reason =
      'failed to execute message; message index: 0: spendable balance 5uatom is smaller than 10uatom: insufficient funds';
    for (const kind of ['rest', 'rpc'] as const) {
      expect(await put('cosmoshub', simulate(Uint8Array.of(1)), { simulation: reason }, kind)).toEqual({
        ok: false,
        reason,
      });
    }
  });

  it('about a simulation go to the next endpoint, unless the answer is a verdict', async () => {
    const withoutState = 'failed to load state at height 7; version does not exist (latest height: 6): invalid request';
    for (const kind of ['rest', 'rpc'] as const) {
      const broken = { ...facts, simulation: withoutState };
      const { chain } = openScripted('cosmoshub', [
        [kind, broken],
        [kind, facts],
      ]);
      const healthy = await chain.encode(intent);
      expect(healthy).toMatchObject({ ok: true, status: { errors: [], warnings: [] } });
      const alone = await openScripted('cosmoshub', [[kind, broken]]).chain.encode(intent);
      expect(alone).toMatchObject({ ok: true, status: { errors: [], warnings: [{ code: 'gas.notSimulated' }] } });
    }
  });

  it('that a node refuses go to the next endpoint', async () => {
    const broken = { rest: { '/cosmos/auth/v1beta1/params': new Refused(500, { code: 13, message: 'panic' }) } };
    await expect(
      put('cosmoshub', simulate(Uint8Array.of(1)), { simulation: 'panic: nil' }, 'rpc'),
    ).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
    const { chain } = openScripted('cosmoshub', [
      ['rest', { ...facts, ...broken }],
      ['rest', facts],
    ]);
    expect(await chain.encode(intent)).toMatchObject({ ok: true });
  });
});
