import { Address, beginCell } from '@ton/core';
import { WalletContractV4 } from '@ton/ton';
import type { TonKind, TonOptions } from '../src/index.ts';
import { testKey } from './keys.ts';
import { type NodeFacts, now, openScripted, type ScriptedAccount } from './scripted-endpoints.ts';

// A small world behind scripted endpoints: a wallet of version v4r2 with 5 coins that sent its last message a minute ago, and another one like it.

export const alice = testKey(1);
export const bob = testKey(2);
export const aliceRaw: string = Address.parse(alice.address).toRawString();
export const bobRaw: string = Address.parse(bob.address).toRawString();

/** A deployed wallet of version v4r2. */
export function walletAccount(
  { publicKey }: { readonly publicKey: string },
  changed: Partial<ScriptedAccount> = {},
): ScriptedAccount {
  const { init } = WalletContractV4.create({ workchain: 0, publicKey: Buffer.from(publicKey, 'hex') });
  const data = beginCell()
    .storeUint(8, 32)
    .storeUint(698_983_191, 32)
    .storeBuffer(Buffer.from(publicKey, 'hex'))
    .storeBit(false);
  const lastPaid = now / 1000 - 60;
  return {
    balance: 5_000_000_000n,
    status: 'active',
    code: init.code,
    data: data.endCell(),
    lastLt: 5n,
    lastPaid,
    ...changed,
  };
}

export const accounts: Readonly<Record<string, ScriptedAccount>> = {
  [aliceRaw]: walletAccount(alice),
  [bobRaw]: walletAccount(bob),
};

interface Encoded {
  readonly transaction?: {
    readonly data: {
      readonly amount?: string;
      readonly fees: string;
      readonly nonce?: string;
      readonly params: Readonly<Record<string, unknown>>;
    };
  };
  readonly status: {
    readonly errors: readonly { readonly code: string }[];
    readonly warnings: readonly { readonly code: string }[];
  };
}

type Nodes = readonly (readonly [kind: TonKind, facts?: NodeFacts | 'dead'])[];

/** Opens the world over endpoints. Facts replace those of the world. */
export function openWorld(nodes: Nodes, options: Partial<TonOptions> = {}) {
  const scripted = openScripted(
    nodes.map(([kind, facts = {}]) => [kind, facts === 'dead' ? facts : { accounts, ...facts }]),
    options,
  );
  const transfer = {
    mode: 'transfer',
    senderAddress: alice.address,
    recipientAddress: bob.address,
    amount: '1000000000',
  };
  return {
    ...scripted,
    /** Encodes a transfer from Alice to Bob. */
    async encode(changed: Readonly<Record<string, unknown>> = {}) {
      let roundTrips = 0;
      const call = { onTrace: (trace: { readonly roundTrips: number }) => (roundTrips = trace.roundTrips) };
      const { transaction, status } = (await scripted.chain.encode(
        { ...transfer, ...changed } as never,
        call as never,
      )) as unknown as Encoded;
      const codes = [...status.errors, ...status.warnings].map(({ code }) => code);
      return { data: transaction?.data, codes, roundTrips };
    },
  };
}
