import { type Chain, fromHex } from '@isochain/core';
import { type SolanaEngine, startSolana } from '@isochain/devnet/solana';
import {
  createKeyPairFromPrivateKeyBytes,
  getBase16Decoder,
  getBase16Encoder,
  getBase58Decoder,
  getBase64Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
  signTransaction,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { solana } from '../../src/index.ts';

const recipientAddress = '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp';
const lamports = 1_000_000n;

describe('Solana in docs/signing.md', () => {
  let engine: SolanaEngine;
  let samples: Samples;
  const chain = (): Chain => solana.connect('solana', { endpoints: [engine.url], oldestBlockMs: 0 });
  const sender = () => ({
    address: engine.accounts[0]?.address ?? '',
    seed: engine.accounts[0]?.privateKey.slice(2) ?? '',
  });

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startSolana();
  });
  afterAll(async () => {
    samples.remove();
    await engine.stop();
  });

  /** Encodes a transfer that no other test makes, so that each signature is carried out. */
  async function encode() {
    await engine.expireBlockhash();
    const intent = { mode: 'transfer', senderAddress: sender().address, recipientAddress, amount: String(lamports) };
    const { transaction, status } = await chain().encode(intent);
    expect(status.errors).toEqual([]);
    expect(transaction.encoded).toEqual([{ raw: { format: 'BORSH', value: expect.stringMatching(/^[0-9a-f]+$/) } }]);
    return { ...transaction, raw: transaction.encoded[0]?.raw?.value ?? '' };
  }

  async function balance(): Promise<bigint> {
    const { value } = await engine.rpc<{ value: number | bigint }>('getBalance', [recipientAddress]);
    return BigInt(value);
  }

  /** What kit makes of the message: the transaction with its signature. */
  async function signedByKit(raw: string, seed = sender().seed): Promise<Uint8Array> {
    const keys = await createKeyPairFromPrivateKeyBytes(getBase16Encoder().encode(seed));
    return new Uint8Array(getTransactionEncoder().encode(await signTransaction([keys], unsigned(raw))));
  }

  /** The runtime carries it out: it verifies signatures itself. */
  async function expectCarriedOut(sign: (raw: string) => string | Promise<string>): Promise<void> {
    const { data, encoded, raw } = await encode();
    const before = await balance();
    const trips: number[] = [];
    const onTrace = ({ roundTrips }: { roundTrips: number }) => trips.push(roundTrips);
    const { hash } = await chain().broadcast({ data, encoded, signature: await sign(raw) }, { onTrace });
    expect(trips).toEqual([1]);
    expect(hash).toBe(getBase58Decoder().decode((await signedByKit(raw)).subarray(1, 65)));
    await engine.mine();
    expect(await balance()).toBe(before + lamports);
  }

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  type Sign = (raw: string, ...more: unknown[]) => string | Promise<string>;

  const tried: Readonly<Record<string, (sign: Sign, raw: string) => string | Promise<string>>> = {
    'solana-kit-bytes.ts': (sign, raw) => sign(raw, sender().seed),
    'solana-kit-transaction.ts': (sign, raw) => sign(raw, sender().seed, { to: recipientAddress, lamports }),
    'solana-noble.ts': (sign, raw) => sign(raw, sender().seed),
    'solana-web3.ts': (sign, raw) => sign(raw, sender().seed),
    'solana-wallet.ts': (sign, raw) => {
      const account = { address: sender().address };
      const wallet = {
        // As wallets do: decodes the transaction, puts the signature in, and gives all of it back.
        async signTransaction(input: { account: unknown; chain: string; transaction: Uint8Array }) {
          expect(input).toMatchObject({ account, chain: 'solana:mainnet' });
          const { messageBytes } = getTransactionDecoder().decode(input.transaction);
          return [{ signedTransaction: await signedByKit(getBase16Decoder().decode(messageBytes)) }];
        },
      };
      return sign(raw, wallet, account);
    },
  };

  describe('recipes', () => {
    it.each(Object.entries(tried))('%s makes a transaction that the chain carries out', async (name, run) => {
      const { sign } = await load(name);
      await expectCarriedOut((raw) => run(sign, raw));
    });

    it.each([
      ['another amount', { to: recipientAddress, lamports: lamports + 1n }],
      ['another recipient', { to: '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp', lamports }],
    ])('solana-kit-transaction.ts does not sign %s', async (_, expected) => {
      const { sign } = await load('solana-kit-transaction.ts');
      const { raw } = await encode();
      await expect(sign(raw, sender().seed, expected)).rejects.toThrow('not what was asked for');
    });

    it.each([
      ['the transaction', (signed: string) => signed],
      ['the signature alone', (signed: string) => signed.slice(2, 2 + 128)],
    ])('solana-web3.ts sorts the accounts of a stake anew, and %s is taken', async (_, write) => {
      const { sign } = await load('solana-web3.ts');
      await engine.expireBlockhash();
      const [targetValidatorAddress = ''] = engine.voteAccounts;
      const amount = '2000000000';
      const intent = { mode: 'stake', senderAddress: sender().address, targetValidatorAddress, amount };
      const { transaction, status } = await chain().encode(intent);
      expect(status.errors).toEqual([]);
      const raw = transaction.encoded[0]?.raw?.value ?? '';
      const signed: string = sign(raw, sender().seed);
      const [signature, message] = [signed.slice(2, 2 + 128), signed.slice(2 + 128)];
      expect(message).not.toBe(raw);
      expect(message.length).toBe(raw.length);
      const { hash } = await chain().broadcast({ ...transaction, signature: write(signed) });
      expect(hash).toBe(getBase58Decoder().decode(getBase16Encoder().encode(signature)));
      await engine.mine();
      expect(await chain().transaction(hash)).toMatchObject({
        transaction: { parsed: { id: hash, mode: 'stake', state: 'confirmed' } },
      });
    });

    it('are all run', () => {
      const named = [...samples.files.keys()].filter((name) => name.startsWith('solana-'));
      expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
    });
  });

  const hex = (bytes: Uint8Array) => getBase16Decoder().decode(bytes);
  const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
  const base64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);

  // Of the signature or the signed transaction: every way to write it that the table has.
  const forms: Readonly<Record<string, readonly ((signature: Uint8Array, transaction: Uint8Array) => string)[]>> = {
    hex: [hex, (signature) => `0x${hex(signature)}`, (signature) => hex(signature).toUpperCase()],
    base58: [base58],
    base64: [
      base64,
      (signature) => base64(signature).replace(/=+$/, ''),
      (signature) => base64(signature).replaceAll('+', '-').replaceAll('/', '_'),
    ],
    transaction: [hex, base58, base64].map((write) => (_, transaction) => write(transaction)),
    JSON: [
      (signature) => JSON.stringify({ signature: base58(signature) }),
      (signature) => JSON.stringify({ signature: [...signature], publicKey: sender().address }),
      (_, transaction) => JSON.stringify({ signature: base64(transaction) }),
    ],
  };

  describe('signature forms', () => {
    const cases = Object.entries(forms).flatMap(([form, ways]) =>
      ways.map((write, i) => [form, i + 1, write] as const),
    );

    it.each(cases)('takes %s (%i)', async (_form, _i, write) => {
      await expectCarriedOut(async (raw) => {
        const transaction = await signedByKit(raw);
        return write(transaction.subarray(1, 65), transaction);
      });
    });

    it('refuses an unknown form, a signature of another key, over a hash, or of another transaction', async () => {
      const { data, encoded, raw } = await encode();
      const other = engine.accounts[1];
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(fromHex(raw) ?? [])));
      const { sign } = await load('solana-noble.ts');
      const refusals: [string, string][] = [
        ['signature.malformed', 'not a signature'],
        ['signature.malformed', 'ab'.repeat(63)],
        ['signature.mismatch', sign(raw, other?.privateKey.slice(2))],
        ['signature.mismatch', sign(hex(digest), sender().seed)],
        ['signature.otherTransaction', hex(await signedByKit((await encode()).raw))],
      ];
      for (const [code, signature] of refusals) {
        await expect(chain().broadcast({ data, encoded, signature })).rejects.toMatchObject({ code });
      }
      const ofOther = JSON.stringify({ signature: sign(raw, sender().seed), publicKey: other?.address });
      await expect(chain().broadcast({ data, encoded, signature: ofOther })).rejects.toMatchObject({
        code: 'signature.mismatch',
      });
    });

    it('are the forms in the table', () => {
      const [, section = ''] = (readText('docs/signing.md') ?? '').split('\n## Signature forms of Solana\n');
      const [table = ''] = section.split('\n## ');
      const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, form]) => form);
      expect(rows).toEqual(Object.keys(forms));
    });
  });
});

function unsigned(raw: string) {
  return getTransactionDecoder().decode(getBase16Encoder().encode(`01${'00'.repeat(64)}${raw}`));
}
