import { Address, beginCell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { endpointOf, methodOf, type Script, scriptedJettons } from '../../test/jetton-world.ts';
import { ton } from '../index.ts';
import type { TonKind, TonOptions } from '../options.ts';
import { addressOfWallet, walletInit } from '../wallets/wallet.ts';

// What an endpoint says of itself is no answer about a jetton or an account: the next endpoint is asked. Without one, the answer is `upstream.unavailable`.

const kinds = ['toncenter-v3', 'tonapi', 'toncenter-v2'] as const satisfies readonly TonKind[];

const address = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const keyOf = (byte: number) =>
  ({ version: 'v4r2', walletId: 698_983_191, publicKey: new Uint8Array(32).fill(byte) }) as const;
const sender = addressOfWallet(keyOf(5));
const [recipient, master, wallet] = [address(1), address(2), address(3)];
const code = beginCell().storeUint(9, 8).endCell();
const coins = 1_000_000_000n;
type Answer = NonNullable<Script['methods']>[string];

/** The recipient has a contract that is no wallet. */
const world = {
  accounts: new Map([
    [sender.toRawString(), { balance: coins, init: walletInit(keyOf(5)) }],
    [recipient.toRawString(), { balance: coins, init: { code, data: code } }],
  ]),
  methods: {
    [methodOf(master, 'get_wallet_address')]: [wallet],
    [methodOf(wallet, 'get_wallet_data')]: [5_000n, sender, master, code],
  },
  wallets: [{ address: wallet, owner: sender, master, balance: 5_000n }],
} satisfies Script;

/** Where each script is told by one kind of endpoint. */
async function codesOf(told: readonly (readonly [TonKind, Script])[]) {
  const served = new Map(told.map(([kind, script]) => [`${kind}.example`, scriptedJettons(script)]));
  const fetch = (url: string | URL, init?: { readonly body?: unknown }) =>
    served.get(new URL(String(url)).hostname)?.fetch(url, init);
  const chain = ton.connect('ton', {
    endpoints: told.map(([kind]) => endpointOf(kind)),
    fetch: fetch as NonNullable<TonOptions['fetch']>,
    oldestBlockMs: 0,
    now: () => 1_800_000_000_000,
  });
  const { status } = await chain.encode({
    mode: 'transferToken',
    senderAddress: sender.toString(),
    recipientAddress: recipient.toString(),
    tokenId: master.toString(),
    amount: '4000',
  } as never);
  return status.errors.map((error) => error.code);
}

const withMethod = (contract: Address, method: string, answer: Answer): Script => ({
  ...world,
  methods: { ...world.methods, [methodOf(contract, method)]: answer },
});
const unavailable = { code: 'upstream.unavailable' };

/** Out of gas; as the machine counts it; no library with the code (crypto/vm/excno.hpp of ton-blockchain/ton); what nobody knows. */
const exitCodes = [-14, 13, 9, -256];

describe.each(kinds)('over %s', (kind) => {
  const other = kind === 'tonapi' ? 'toncenter-v3' : 'tonapi';

  it('a healthy endpoint is believed', async () => {
    expect(await codesOf([[kind, world]])).toEqual([]);
  });

  it.each([
    ['the master', master, 'get_wallet_address'],
    ['the recipient', recipient, 'get_wallet_data'],
    ['the recipient', recipient, 'get_jetton_data'],
    ['the jetton wallet', wallet, 'get_status'],
  ] as const)('a run of %s that the endpoint could not make is no answer (%s, %s)', async (_, contract, method) => {
    for (const exitCode of exitCodes) {
      const ill = withMethod(contract, method, exitCode);
      await expect(codesOf([[kind, ill]]), `${exitCode}`).rejects.toMatchObject(unavailable);
      expect(
        await codesOf([
          [kind, ill],
          [other, world],
        ]),
        `${exitCode}`,
      ).toEqual([]);
    }
  });
});

describe('without an index', () => {
  const wallets = (answer: Answer) => withMethod(wallet, 'get_wallet_data', answer);

  it('a jetton wallet that is not deployed holds nothing', async () => {
    expect(await codesOf([['toncenter-v2', wallets(-13)]])).toEqual(['token.insufficient']);
  });

  it.each([11, 7, 9, -14])('one that ends with exit code %i does not say that it holds nothing', async (exitCode) => {
    await expect(codesOf([['toncenter-v2', wallets(exitCode)]])).rejects.toMatchObject(unavailable);
    expect(
      await codesOf([
        ['toncenter-v2', wallets(exitCode)],
        ['tonapi', world],
      ]),
    ).toEqual([]);
  });
});

describe('a status of 404 from tonapi', () => {
  const paths = [
    `/blockchain/accounts/${sender.toString()}`,
    `/accounts/${sender.toString()}/jettons/${master.toString()}`,
    `/blockchain/accounts/${master.toString()}/methods/get_wallet_address`,
    `/blockchain/accounts/${wallet.toString()}/methods/get_status`,
  ];
  const complaints = ['no route', 'Not Found', 'API key not found', 'upstream not found', ''];

  it.each(paths)('that says nothing of the chain is no answer (%s)', async (path) => {
    for (const error of complaints) {
      const ill = { ...world, instead: { [path]: () => Response.json({ error }, { status: 404 }) } };
      await expect(codesOf([['tonapi', ill]]), error).rejects.toMatchObject(unavailable);
      expect(
        await codesOf([
          ['tonapi', ill],
          ['toncenter-v3', world],
        ]),
        error,
      ).toEqual([]);
    }
  });

  it.each([
    ['entity not found', paths[0], ['publicKey.required']],
    [`account ${sender.toRawString()} has no jetton wallet ${master.toRawString()}`, paths[1], ['token.insufficient']],
    ['entity not found', paths[2], ['token.unknown']],
    ['entity not found', paths[3], []],
  ] as const)('is an answer if it says "%s"', async (error, path = '', codes) => {
    const told = { ...world, instead: { [path]: () => Response.json({ error }, { status: 404 }) } };
    expect(await codesOf([['tonapi', told]])).toEqual(codes);
  });
});
