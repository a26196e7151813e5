import * as ecc from '@bitcoinerlab/secp256k1';
import { IsochainError } from '@isochain/core';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../test/plans.ts';
import { createRig, type Encoded } from '../test/rig.ts';
import { type FundedCoin, ScriptedChain } from '../test/scripted-upstream.ts';
import { feeOfCombined } from '../test/split-lies.ts';

// BIP143 has each input sign its own amount and no other. A liar tells the true amount of one coin in the first encode, and that of the other in the
// second: each encode has one signature that holds, and together they are a transaction whose real fee nobody was shown.

const bitcoinToPay = 100_000_000n;
/** What the liar makes of it. */
const lie = 1_000_000n;

const one = { url: 'https://one.test', name: 'one', kind: 'esplora' as const };
const two = { url: 'https://two.test', name: 'two', kind: 'esplora' as const };
const book = { url: 'https://book.test', name: 'book', kind: 'blockbook' as const };

const key = keyOf('split lies');
const { p2wpkh, p2sh } = bitcoin.payments;
const segwit = p2wpkh({ pubkey: key.publicKey }).address ?? '';
const nested = p2sh({ redeem: p2wpkh({ pubkey: key.publicKey }) }).address ?? '';
const senderPubKey = Buffer.from(key.publicKey).toString('hex');
// BIP173, examples.
const recipientAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** The account of a key, and its first two addresses. */
const account = BIP32Factory(ecc)
  .fromSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'))
  .derivePath("m/84'/0'/0'");
const branch = [0, 1].map((index) => account.derive(0).derive(index));
const addressOf = (at: number) => p2wpkh({ pubkey: branch[at]?.publicKey ?? new Uint8Array() }).address ?? '';
const descriptor = `wpkh(${account.neutered().toBase58()}/<0;1>/*)`;

interface Case {
  readonly senderAddress: string;
  /** The addresses of the two coins. */
  readonly addresses: readonly [string, string];
  readonly privateKeys: readonly Uint8Array[];
  readonly isExtended?: boolean;
}

const cases: Readonly<Record<string, Case>> = {
  p2wpkh: { senderAddress: segwit, addresses: [segwit, segwit], privateKeys: [key.privateKey] },
  'p2sh-p2wpkh': { senderAddress: nested, addresses: [nested, nested], privateKeys: [key.privateKey] },
  'a descriptor': {
    senderAddress: descriptor,
    addresses: [addressOf(0), addressOf(1)],
    privateKeys: branch.map(({ privateKey }) => privateKey ?? new Uint8Array()),
    isExtended: true,
  },
};

/** Two coins of one bitcoin, and an upstream in front that lies about one of them, and then about the other. */
function begin({ addresses, isExtended }: Case, kind: 'esplora' | 'blockbook', honest: readonly string[]) {
  const ledger = new ScriptedChain('bitcoin');
  const coins = addresses.map((address, i) =>
    ledger.fund(address, bitcoinToPay, isExtended ? { path: `m/84'/0'/0'/0/${i}` } : {}),
  ) as [FundedCoin, FundedCoin];
  const lies: Record<string, bigint> = {};
  const liar = kind === 'esplora' ? ledger.esplora(lies) : ledger.blockbook(lies);
  const urls = { esplora: one, blockbook: book };
  const endpoints = [urls[kind], ...(honest.length > 0 ? [two] : [])];
  const fetch = ledger.fetch({ [urls[kind].url]: liar, 'https://two.test': ledger.esplora() });
  const rig = createRig('bitcoin', { endpoints, fetch }, ledger);
  return {
    ...rig,
    coins,
    truthOf: (outpoint: string) => {
      const at = coins.findIndex(({ txid, vout }) => `${txid}:${vout}` === outpoint);
      return { script: ledger.scriptOf(addresses[at] ?? ''), value: coins[at]?.value ?? 0n };
    },
    /** The answer of encode if the amount of one coin is a lie. */
    async lieAbout(at: 0 | 1, intent: Record<string, unknown>): Promise<Encoded | IsochainError> {
      for (const { txid } of coins) delete lies[txid];
      lies[coins[at].txid] = lie;
      return rig.encode(intent).catch((error: unknown) => {
        if (error instanceof IsochainError) return error;
        throw error;
      });
    },
  };
}

const isEncoded = (answer: Encoded | IsochainError): answer is Encoded => !(answer instanceof IsochainError);

describe.each(Object.entries(cases))('two lies about coins of %s', (_, setup) => {
  describe.each(['esplora', 'blockbook'] as const)('told by %s', (kind) => {
    it.each([
      ['an amount', { amount: '100500000' }],
      ['everything', { useMaxAmount: true }],
    ])(
      'in front of an honest endpoint never make a transaction that pays more fees than shown: %s',
      async (_, wish) => {
        const { lieAbout, truthOf } = begin(setup, kind, ['two']);
        const { senderAddress, privateKeys } = setup;
        const intent = {
          senderAddress,
          senderPubKey: senderAddress === descriptor ? undefined : senderPubKey,
          recipientAddress,
          ...wish,
        };
        const answers = [await lieAbout(1, intent), await lieAbout(0, intent)];
        const encodes = answers.filter(isEncoded);
        expect(encodes).toHaveLength(2);
        for (const { codes, data } of encodes) {
          expect(codes).toEqual([]);
          expect(feeOfCombined(encodes, privateKeys, truthOf)).toBe(BigInt(data.fees));
          expect(data.params.inputs.map(({ value }) => value)).toEqual(['100000000', '100000000']);
        }
      },
    );

    it('are a failure if no other endpoint is configured', async () => {
      const { lieAbout } = begin(setup, kind, []);
      const { senderAddress } = setup;
      const intent = {
        senderAddress,
        senderPubKey: senderAddress === descriptor ? undefined : senderPubKey,
        recipientAddress,
        amount: '100500000',
      };
      for (const at of [0, 1] as const)
        expect(await lieAbout(at, intent)).toMatchObject({ code: 'upstream.unavailable' });
    });
  });
});

describe('two lies about the inputs of a replaced transaction', () => {
  const setup = cases.p2wpkh as Case;

  async function replaceTwice(honest: readonly string[]) {
    const { ledger, coins, lieAbout, truthOf } = begin(setup, 'esplora', honest);
    const replaces = ledger.spend(coins, [{ address: recipientAddress, value: 199_999_000n }]);
    const intent = { senderAddress: segwit, recipientAddress, useMaxAmount: true, params: { replaces, feeRate: '20' } };
    return { answers: [await lieAbout(1, intent), await lieAbout(0, intent)], truthOf };
  }

  it('never make a transaction that pays more fees than shown', async () => {
    const { answers, truthOf } = await replaceTwice(['two']);
    const encodes = answers.filter(isEncoded);
    expect(encodes).toHaveLength(2);
    for (const { codes, data } of encodes) {
      expect(codes).toEqual([]);
      expect(feeOfCombined(encodes, setup.privateKeys, truthOf)).toBe(BigInt(data.fees));
      // 42 + 2 x 272 + 124 = 710 weight units, 178 vB
      expect(data.fees).toBe('3560');
    }
  });

  it('are found by the transactions, which any endpoint tells', async () => {
    const { answers } = await replaceTwice([]);
    for (const answer of answers) expect(answer).toMatchObject({ codes: [], data: { fees: '3560' } });
  });
});

describe('a lie about the fees of a replaced transaction', () => {
  it('does not raise the fees of the replacement', async () => {
    const ledger = new ScriptedChain('bitcoin');
    const coin = ledger.fund(segwit, bitcoinToPay);
    const replaces = ledger.spend([coin], [{ address: recipientAddress, value: 99_999_000n }]);
    const honest = ledger.esplora();
    const liar: typeof honest = (method, path, body) => {
      const answer = honest(method, path, body);
      if (path !== `/tx/${replaces}`) return answer;
      const shown = answer?.body as { readonly vout: readonly object[] };
      return { body: { ...shown, vout: shown.vout.map((output) => ({ ...output, value: 50_000_000n })) } };
    };
    const { encode } = createRig('bitcoin', { fetch: ledger.fetch({ 'https://one.test': liar }) }, ledger);
    const { data } = await encode({ senderAddress: segwit, recipientAddress, amount: '1000000', params: { replaces } });
    // The other one pays 1,000 for 42 + 272 + 124 = 438 weight units, this one more for its 562.
    expect(data.fees).toBe(String(Math.floor((1_000 * 562) / 438) + 1));
  });
});
