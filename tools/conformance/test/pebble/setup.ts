import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { ChainAdapter, CompletedData } from '@isochain/core';
import fc from 'fast-check';
import { type FamilySetup, restRefusals, type TestAccount } from '../../src/index.ts';
import { type Pebble, pebbleFamily } from './family.ts';
import { addressOf, Ledger, network, token, url } from './ledger.ts';

interface Account extends TestAccount {
  readonly key: KeyObject;
  /** Signs in place of the address's own key, once the chain knows it. */
  readonly authority: { readonly key: KeyObject; readonly publicKey: string };
}

const noSuch = 'The chain has payments and tokens, and nothing else.';
const says = (error: string) => Response.json({ network, error }, { status: 400 });

function account(index: number): Account {
  const own = keyOf(`pebble ${index}`);
  return { address: addressOf(own.publicKey), ...own, authority: keyOf(`pebble ${index}, another key`) };
}

function keyOf(name: string): { key: KeyObject; publicKey: string } {
  const seed = createHash('sha256').update(name).digest();
  // RFC 8410: the fixed part of an Ed25519 private key in DER.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  return { key, publicKey };
}

export type PebbleSetup = FamilySetup<Pebble, Account, 'hex' | 'hex with 0x' | 'upper case'>;

/** What the chain that does not exist hands in, with or without a defect. */
export function pebbleSetup(spoil?: (adapter: ChainAdapter<Pebble>) => ChainAdapter<Pebble>): PebbleSetup {
  let ledger = new Ledger();
  return {
    family: pebbleFamily(spoil),
    chainId: 'algorand',
    async start() {
      ledger = new Ledger();
      const { fetch } = ledger;
      return {
        endpoints: [{ url }],
        fetch,
        tokens: [{ type: 'ASA', ...token }],
        account,
        fund: async (address, amount, tokenId) => ledger.add(address, amount, tokenId),
        balance: async (address, tokenId) => ledger.balance(address, tokenId),
        mine: async () => ledger.mine(),
        stop: async () => {},
      };
    },
    forms: ['hex', 'hex with 0x', 'upper case'],
    // Its key was changed, so that the address no longer tells it.
    prepareSender: async ({ address, authority }) => ledger.rekey(address, authority.publicKey),
    unbound: () => ['useMaxAmount', 'senderPubKey'],
    wishes: { lifetime: 5 },
    sign({ encoded, account: { authority } }) {
      const { key } = authority;
      const hex = sign(null, Buffer.from(encoded[0]?.raw?.value ?? '', 'hex'), key).toString('hex');
      return { hex, 'hex with 0x': `0x${hex}`, 'upper case': hex.toUpperCase() };
    },
    sameSignature: (original, other) =>
      original.replace(/^0x/i, '').toLowerCase() === other.replace(/^0x/i, '').toLowerCase(),
    amounts: { funds: 10_000_000n, usual: 1_000_000n, least: 1n, tokenFunds: 5_000n, token: 1_234n },
    examples: [
      {
        name: 'enableToken',
        mode: 'enableToken',
        intent: ({ sender }) => ({ mode: 'enableToken', senderAddress: sender.address, tokenId: token.id }),
      },
    ],
    withoutDeeds: {
      'a transaction that fails': noSuch,
      'fees that another account pays': noSuch,
      'several movements in one transaction': noSuch,
      'a contract that pays back': noSuch,
      'a sender from outside': 'All accounts of the chain are those of the suite.',
    },
    unsupported: [
      'read.transaction.staking',
      'read.account.balances.staking',
      'read.account.transactions.staking',
      'write.transaction.type.deployAccount',
      'write.transaction.type.stake',
      'write.transaction.type.unstake',
      'write.transaction.type.claimRewards',
      'write.transaction.type.withdraw',
      'write.transaction.type.registerStake',
      'write.transaction.type.convertAsset',
    ],
    respell: (address) => address.toUpperCase(),
    invalid: {
      addresses: ['00', 'x'.repeat(66), `${'0'.repeat(64)}ff`],
      tokens: ['1'],
      transactions: ['x'],
      publicKeys: ['11'],
    },
    unknown: { transaction: '0'.repeat(64), token: 'stone' },
    roundTrips: [
      {
        maxBatch: undefined,
        encode: { transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 1, enableToken: 1 },
        state: 1,
        broadcast: 1,
      },
    ],
    speaks: 'rest',
    wrongNetwork: {
      async intercept({ method }, forward) {
        if (method === 'POST') return Response.json({ network: 'pebble-2', error: 'wrong network' }, { status: 400 });
        const answer = await forward();
        return Response.json({ ...Object(await answer.json()), network: 'pebble-2' }, { status: answer.status });
      },
    },
    refusals: restRefusals(new URL('./family.ts', import.meta.url), ({ method }) => method === 'POST', [
      ['broadcast.refused', 'too little', () => says('too little')],
      ['broadcast.refused', 'words that nobody knows', () => says('what?'), ['broadcast.uncertain']],
    ]),
    randomCompleted: (accounts) =>
      fc
        .record({
          account: fc.constantFrom(...accounts),
          to: fc.nat(500),
          amount: fc.bigInt({ min: 1n, max: 10n ** 18n }),
          lastRound: fc.nat(),
          memo: fc.option(fc.stringMatching(/^[a-z]{1,9}$/), { nil: undefined }),
        })
        .map(({ account: sender, to, amount, lastRound, memo }) => {
          const data: CompletedData = {
            mode: 'transfer',
            senderAddress: sender.address,
            recipientAddress: account(to).address,
            amount: String(amount),
            useMaxAmount: false,
            ...(memo === undefined ? {} : { memo }),
            fees: '1000',
            params: { lastRound, signers: [{ key: sender.authority.publicKey }] },
          };
          return { data, account: sender };
        }),
  };
}
