import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import type { Chain, EncodeResult } from '@isochain/core';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { crypto, initEccLib, networks, type Payment, Psbt, payments, script, Transaction } from 'bitcoinjs-lib';
import { ECPairFactory, type ECPairInterface } from 'ecpair';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../../tools/docs/src/repository.ts';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { utxo } from '../../src/index.ts';

initEccLib(ecc);
const network = networks.testnet;
const recipientAddress = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7';
const amount = 100_000n;

type SenderType = 'p2wpkh' | 'p2tr' | 'p2pkh';

interface Sender {
  readonly address: string;
  readonly key: ECPairInterface;
  readonly secret: string;
}

interface Encoded extends EncodeResult {
  readonly sender: Sender;
  readonly hashes: readonly string[];
  readonly psbt: string;
}

type Sign = (bytes: unknown, ...more: unknown[]) => string | Promise<string>;

describe.skipIf(!litecoinIsAvailable())('Bitcoin in docs/signing.md', () => {
  let engine: LitecoinEngine;
  let samples: Samples;
  let senders = 0;
  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startLitecoin({ chainId: 'bitcoin-testnet', bare: true });
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const chain = (): Chain =>
    utxo.connect('bitcoin-testnet', {
      endpoints: engine.settings.endpoints.filter(({ kind }) => kind === 'esplora'),
      genesisHash: engine.genesisHash,
    });

  /** A new sender, who needs all their coins to pay the amount. */
  async function newSender(type: SenderType, coins: number): Promise<Sender> {
    senders += 1;
    const key = ECPairFactory(ecc).fromPrivateKey(createHash('sha256').update(`signing ${senders}`).digest(), {
      network,
    });
    const pubkey = key.publicKey;
    const payment: Payment =
      type === 'p2tr'
        ? payments.p2tr({ internalPubkey: pubkey.subarray(1), network })
        : payments[type]({ pubkey, network });
    const { address = '' } = payment;
    const value = amount / BigInt(coins) + 10_000n;
    await engine.pay(Array.from({ length: coins }, () => ({ to: address, amount: value })));
    return { address, key, secret: hex(key.privateKey ?? []) };
  }

  async function encode(type: SenderType, coins: number, to = recipientAddress): Promise<Encoded> {
    const sender = await newSender(type, coins);
    const intent = { mode: 'transfer', senderAddress: sender.address, recipientAddress: to, amount: String(amount) };
    const result = await chain().encode({ ...intent, senderPubKey: hex(sender.key.publicKey) });
    expect(result.status.errors).toEqual([]);
    const { encoded } = result.transaction;
    expect(encoded).toHaveLength(coins);
    expect(encoded.flatMap(({ raw }) => raw?.format ?? [])).toEqual(['PSBT']);
    const hashes = encoded.map(({ hash }) => hash?.value ?? '');
    return { ...result, sender, hashes, psbt: encoded[0]?.raw?.value ?? '' };
  }

  /** The node carries it out: it verifies signatures itself. */
  async function expectCarriedOut(made: Encoded, signature: string): Promise<void> {
    const before = await engine.balanceOf(recipientAddress);
    await chain().broadcast({ ...made.transaction, signature });
    await engine.mine();
    expect(await engine.balanceOf(recipientAddress)).toBe(before + amount);
  }

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  const expectedOf = ({ sender, transaction }: Encoded) => ({
    ...{ network, from: sender.address, to: recipientAddress, value: amount },
    maxFees: BigInt(String(transaction.data.fees)),
  });

  const tried: Readonly<
    Record<string, readonly [SenderType, (sign: Sign, made: Encoded) => string | Promise<string>]>
  > = {
    'bitcoin-hashes.ts': ['p2wpkh', (sign, { hashes, sender }) => sign(hashes, sender.secret)],
    'bitcoin-hashes-taproot.ts': ['p2tr', (sign, { hashes, sender }) => sign(hashes, sender.secret)],
    'bitcoin-psbt.ts': ['p2wpkh', (sign, made) => sign(made.psbt, made.sender.secret, expectedOf(made))],
    'bitcoin-psbt-taproot.ts': ['p2tr', (sign, { psbt, sender }) => sign(psbt, sender.secret)],
    'bitcoin-unisat.ts': [
      'p2wpkh',
      (sign, { psbt, sender }) => {
        const wallet = {
          // As the wallet does: it signs its own inputs, and finalizes if it is told to.
          async signPsbt(text: string, { autoFinalized }: { autoFinalized: boolean }) {
            expect(autoFinalized).toBe(true);
            return Psbt.fromHex(text).signAllInputs(sender.key).finalizeAllInputs().toHex();
          },
        };
        return sign(psbt, wallet);
      },
    ],
    'bitcoin-sats-connect.ts': [
      'p2wpkh',
      (sign, { psbt, hashes, sender }) => {
        interface Parameters {
          readonly psbt: string;
          readonly signInputs: Record<string, number[]>;
        }
        // As the wallet does: it signs the inputs that it is told to, and does not finalize.
        const request = async (method: string, { psbt: text, signInputs, ...rest }: Parameters) => {
          expect({ method, ...rest }).toEqual({ method: 'signPsbt', broadcast: false });
          const transaction = Psbt.fromBase64(text);
          for (const index of signInputs[sender.address] ?? []) transaction.signInput(index, sender.key);
          return { status: 'success', result: { psbt: transaction.toBase64() } };
        };
        return sign(psbt, hashes.length, sender.address, request);
      },
    ],
  };

  describe('recipes', () => {
    it.each(Object.entries(tried))('%s makes a transaction that the chain takes', async (name, [type, run]) => {
      const { sign } = await load(name);
      for (const coins of [1, 3]) {
        const made = await encode(type, coins);
        await expectCarriedOut(made, await run(sign, made));
      }
    });

    it('bitcoin-hashes.ts signs for p2pkh too', async () => {
      const { sign } = await load('bitcoin-hashes.ts');
      const made = await encode('p2pkh', 2);
      await expectCarriedOut(made, sign(made.hashes, made.sender.secret));
    });

    it.each([
      ['another amount', { value: amount + 1n }],
      ['another recipient', { to: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
      ['another sender', { from: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
      ['a higher fee', { maxFees: 1n }],
    ])('bitcoin-psbt.ts does not sign %s', async (_, other) => {
      const { sign } = await load('bitcoin-psbt.ts');
      const made = await encode('p2wpkh', 1);
      const expected = { ...expectedOf(made), ...other };
      expect(() => sign(made.psbt, made.sender.secret, expected)).toThrow('not what was asked for');
    });

    it('are all run', () => {
      const named = [...samples.files.keys()].filter((name) => name.startsWith('bitcoin-'));
      expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
    });
  });

  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

  /** What bitcoinjs-lib makes of the PSBT and of the hashes. */
  function signed({ psbt, hashes, sender }: Encoded) {
    const partial = Psbt.fromHex(psbt).signAllInputs(sender.key);
    const signatures = hashes.map((hash) => sender.key.sign(Buffer.from(hash, 'hex')));
    return { partial, final: partial.clone().finalizeAllInputs(), signatures, joined: Buffer.concat(signatures) };
  }

  type Made = ReturnType<typeof signed>;
  const der = ({ signatures }: Made) => signatures.map((signature) => script.signature.encode(signature, 1));

  // Every way to write a signature that the table has.
  const forms: Readonly<Record<string, readonly ((made: Made) => string)[]>> = {
    PSBT: [
      ({ partial }) => partial.toHex(),
      ({ partial }) => partial.toHex().toUpperCase(),
      ({ final }) => final.toHex(),
      ({ partial }) => partial.toBase64(),
      ({ final }) => base64url(final.toBuffer()),
    ],
    transaction: [
      ({ final }) => final.extractTransaction(true).toHex(),
      ({ final }) => base64(final.extractTransaction(true).toBuffer()),
    ],
    rs: [
      ({ joined }) => hex(joined),
      ({ joined }) => `0x${hex(joined)}`,
      ({ joined }) => ` ${hex(joined).replace(/(.{64})/g, '$1\n')}`,
      ({ joined }) => base64(joined),
    ],
    rsv: [({ signatures }) => hex(Buffer.concat(signatures.flatMap((each) => [each, Buffer.of(28)])))],
    list: [
      ({ signatures }) => JSON.stringify(signatures.map(hex)),
      ({ signatures }) => signatures.map(base64).join(','),
      (made) => JSON.stringify(der(made).map(hex)),
    ],
  };

  describe('signature forms', () => {
    const cases = Object.entries(forms).flatMap(([form, ways]) =>
      ways.map((write, i) => [form, i + 1, write] as const),
    );

    it.each(cases)('takes %s (%i)', async (_form, _i, write) => {
      const made = await encode('p2wpkh', 2);
      await expectCarriedOut(made, write(signed(made)));
    });

    it.each([
      ['in hex', hex],
      ['in base64', base64],
      ['in hex, without its sighash type', (bytes: Uint8Array) => hex(bytes.subarray(0, -1))],
    ] as const)('takes DER %s', async (_, write) => {
      const made = await encode('p2wpkh', 1);
      await expectCarriedOut(made, write(der(signed(made))[0] ?? new Uint8Array()));
    });

    it('takes BIP340 with its sighash type, and an s of the upper half', async () => {
      const taproot = await encode('p2tr', 2);
      const { key } = taproot.sender;
      const tweaked = key.tweak(crypto.taggedHash('TapTweak', key.publicKey.subarray(1)));
      const transaction = Psbt.fromHex(taproot.psbt);
      transaction.data.inputs.forEach((_, i) => {
        transaction
          .updateInput(i, { sighashType: Transaction.SIGHASH_ALL })
          .signInput(i, tweaked, [Transaction.SIGHASH_ALL]);
      });
      const signatures = transaction.data.inputs.map(({ tapKeySig }) => tapKeySig ?? new Uint8Array());
      expect(signatures.map(({ length }) => length)).toEqual([65, 65]);
      await expectCarriedOut(taproot, hex(Buffer.concat(signatures)));

      const made = await encode('p2wpkh', 1);
      const { joined } = signed(made);
      const high = Buffer.concat([joined.subarray(0, 32), ecc.privateNegate(joined.subarray(32))]);
      await expectCarriedOut(made, hex(high));
    });

    it('refuses an unknown form, another key, other bytes, and missing signatures', async () => {
      const made = await encode('p2wpkh', 2);
      const { transaction, hashes, psbt } = made;
      const { sign } = await load('bitcoin-hashes.ts');
      const other = await encode('p2wpkh', 2);
      const sha256 = (text: string) => createHash('sha256').update(Buffer.from(text, 'hex')).digest('hex');
      const anyone = Psbt.fromHex(psbt);
      const { SIGHASH_ALL, SIGHASH_ANYONECANPAY } = Transaction;
      anyone.data.inputs.forEach((_, i) => {
        anyone.updateInput(i, { sighashType: SIGHASH_ALL | SIGHASH_ANYONECANPAY });
      });
      anyone.signAllInputs(made.sender.key, [SIGHASH_ALL | SIGHASH_ANYONECANPAY]);
      const refusals: readonly [string, string][] = [
        ['signature.malformed', 'not a signature'],
        ['signature.malformed', 'ab'.repeat(63)],
        ['signature.mismatch', sign(hashes, other.sender.secret)],
        ['signature.malformed', sign(hashes.map(sha256), made.sender.secret)],
        ['signature.malformed', sign([sha256(psbt), sha256(psbt)], made.sender.secret)],
        ['signature.incomplete', sign(hashes.slice(0, 1), made.sender.secret)],
        ['signature.sighash', anyone.toHex()],
        ['signature.otherTransaction', signed(other).partial.toHex()],
      ];
      for (const [code, signature] of refusals)
        await expect(chain().broadcast({ ...transaction, signature }), code).rejects.toMatchObject({ code });
      const taproot = await encode('p2tr', 1);
      await expect(
        chain().broadcast({ ...taproot.transaction, signature: sign(taproot.hashes, taproot.sender.secret) }),
      ).rejects.toMatchObject({ code: 'signature.malformed' });
    });

    it('are the forms in the table', () => {
      const heading = '\n## Signature forms of Bitcoin, Litecoin and Dogecoin\n';
      const [, section = ''] = (readText('docs/signing.md') ?? '').split(heading);
      const [table = ''] = section.split('\n## ');
      const rows = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, form]) => form);
      expect(rows).toEqual([...Object.keys(forms), 'DER']);
    });
  });
});

function hex(bytes: Uint8Array | readonly number[]): string {
  return Buffer.from(bytes).toString('hex');
}
