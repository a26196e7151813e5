import { type CosmosEngine, startCosmos } from '@isochain/devnet/cosmos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithNode } from '../../test/real-node.ts';
import { signDirect } from '../../test/signers.ts';
import { type Address, toAddress } from '../address/address.ts';
import { simulation } from '../bytes/sign-documents.ts';
import { cosmos } from '../index.ts';
import type { CosmosKind } from '../options.ts';
import { askOne } from './ask.ts';
import { account, memoLimit } from './queries/account.ts';
import { balance, coinPage, spendable } from './queries/bank.ts';
import { injectiveMaxGas, livePrices } from './queries/fees.ts';
import { simulate } from './queries/simulate.ts';
import type { Query } from './query.ts';

const vesting = 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q' as Address;
/** The account of the module gov: cosmos-sdk x/auth/types/account.go, NewModuleAddress. */
const gov = 'cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn' as Address;
const nobody = 'cosmos1pgzph9rze2j2xxavx4n7pdhxlkgsq7raqh8hre' as Address;

describeWithNode('the two interfaces of a node of cosmos-sdk 0.54', () => {
  let engine: CosmosEngine;
  beforeAll(async () => {
    engine = await startCosmos({
      accounts: [
        {
          address: vesting,
          coins: { uatom: 1_000_000n },
          vesting: { coins: { uatom: 600_000n }, start: 1_700_000_000, end: 4_000_000_000 },
        },
      ],
    });
  });
  afterAll(() => engine?.stop());

  /** Transfers over each interface alone, with what became of them. All tests come after them, so that the sender has signed. */
  const sent: { kind: CosmosKind; code: number; arrived: bigint }[] = [];
  beforeAll(async () => {
    for (const kind of ['rpc', 'rest'] as const) {
      const chain = open(kind);
      const { address, publicKey } = sender();
      const before = await engine.balanceOf(nobody);
      const intent = { mode: 'transfer', senderAddress: address, recipientAddress: nobody, amount: '1000000' } as const;
      const { transaction, ok, status } = await chain.encode({ ...intent, senderPubKey: publicKey });
      if (!ok) throw new Error(JSON.stringify(status.errors));
      const signature = await signDirect(sender(), transaction.encoded);
      const { hash } = await chain.broadcast({ ...transaction, signature });
      await engine.mine(2);
      const found = await engine.rest(`/cosmos/tx/v1beta1/txs/${hash}`);
      const { code } = (found as { tx_response: { code: number } }).tx_response;
      sent.push({ kind, code, arrived: (await engine.balanceOf(nobody)) - before });
    }
  });

  const open = (kind: CosmosKind) =>
    cosmos.connect('cosmoshub-testnet', {
      endpoints: engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
    });

  const put = <T>(kind: CosmosKind, query: Query<T>) =>
    askOne({ chainId: 'cosmoshub-testnet', kinds: [kind] }, query, open(kind).adapter.upstream.operation());

  const sender = () => {
    const [first] = engine.accounts;
    if (first === undefined) throw new Error('no account');
    return { ...first, address: first.address as Address };
  };

  it('carry a transfer from intent to a block, each of them alone', () => {
    expect(sent).toEqual(['rpc', 'rest'].map((kind) => ({ kind, code: 0, arrived: 1_000_000n })));
  });

  it('answer the same', async () => {
    const { address } = sender();
    const plan = {
      messages: [{ kind: 'send' as const, from: address, to: nobody, money: { denom: 'uatom', amount: 1n } }],
      ...{ memo: '', fee: { denom: 'uatom', amount: 0n }, gas: 0n, sequence: 2n, accountNumber: 0n, amino: false },
      ...{ nativeId: 'provider', publicKey: Buffer.from(sender().publicKey, 'hex') },
    };
    const queries: Record<string, Query<unknown>> = {
      'an account that has signed': account(address),
      'an account that vests': account(vesting),
      'an account of a module': account(gov),
      'no account': account(toAddress('cosmos', new Uint8Array(20).fill(9))),
      'the limit of memos': memoLimit(),
      'a balance': balance(vesting, 'uatom'),
      'no balance': balance(address, 'nothing'),
      'all balances': coinPage('balances', address),
      'all that can be spent': coinPage('spendable_balances', address),
      'a module that is not there': injectiveMaxGas,
      'another one': livePrices({ feeModel: 'osmosis-base-fee', denom: 'uatom' })[0] as Query<unknown>,
      'a simulation': simulate(simulation(plan, 'secp256k1', 1n)),
    };
    const seen: Record<string, unknown> = {};
    for (const [name, query] of Object.entries(queries)) {
      const [rest, rpc] = [await put('rest', query), await put('rpc', query)];
      expect(rpc, name).toEqual(rest);
      seen[name] = rest;
    }
    expect(seen).toMatchObject({
      'an account that has signed': { address, number: 0n, sequence: 2n, key: { kind: 'single' } },
      'an account that vests': { address: vesting, sequence: 0n, isModule: false },
      'an account of a module': { address: gov, isModule: true },
      'the limit of memos': 256n,
      'a balance': { denom: 'uatom', amount: 1_000_000n },
      'no balance': { denom: 'nothing', amount: 0n },
      'a simulation': { ok: true },
    });
    expect(seen['no account']).toBeUndefined();
    expect(seen['a module that is not there']).toBeUndefined();
    // It vests with every block.
    const [rest, rpc] = [await put('rest', spendable(vesting, 'uatom')), await put('rpc', spendable(vesting, 'uatom'))];
    for (const found of [rest, rpc]) expect(Number(found?.amount)).toBeGreaterThan(400_000);
    for (const found of [rest, rpc]) expect(Number(found?.amount)).toBeLessThan(500_000);
  });

  it('tell why a transaction would fail in the same words', async () => {
    const words = await Promise.all(
      (['rest', 'rpc'] as const).map(async (kind) => {
        const { status } = await open(kind).encode({
          mode: 'transfer',
          senderAddress: sender().address,
          // The account of the module distribution, which takes no coins.
          recipientAddress: 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl',
          amount: '1',
        });
        return status.errors;
      }),
    );
    expect(words[0]).not.toEqual([]);
    expect(words[1]).toEqual(words[0]);
  });
});
