import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import type { Chain, EncodeResult } from '@isochain/core';
import { type LitecoinEngine, litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { turns } from '@isochain/dial';
import { BIP32Factory, type BIP32Interface } from 'bip32';
import { networks, payments } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignatureForm, signAll, signatureForms, signHashes } from '../../test/signers.ts';
import type { ScriptType } from '../address/account.ts';
import type { PaymentParams } from '../bytes/params.ts';
import { type UtxoOptions, utxo } from '../index.ts';

// The whole way on a real node: keys and signatures are bitcoinjs-lib's, balances the node's.

const network = networks.testnet;
const nobody = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7';
const types = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const;
const functions = { p2wpkh: 'wpkh(', p2tr: 'tr(', 'p2sh-p2wpkh': 'sh(wpkh(', p2pkh: 'pkh(' } as const;

function addressOf(type: ScriptType, { publicKey: pubkey }: Pick<BIP32Interface, 'publicKey'>): string {
  const made = {
    p2wpkh: () => payments.p2wpkh({ pubkey, network }),
    p2tr: () => payments.p2tr({ internalPubkey: pubkey.subarray(1), network }),
    'p2sh-p2wpkh': () => payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network }),
    p2pkh: () => payments.p2pkh({ pubkey, network }),
  }[type]();
  return made.address ?? '';
}

let count = 0;

/** An extended key that nobody used before, at the level of an account. */
function newAccount(): BIP32Interface {
  count += 1;
  return BIP32Factory(ecc)
    .fromSeed(createHash('sha256').update(`transfer ${count}`).digest(), network)
    .derivePath("m/84'/1'/0'");
}

function privateKeyOf({ privateKey }: BIP32Interface): Uint8Array {
  if (privateKey === undefined) throw new Error('there is no private key');
  return privateKey;
}

interface Sent {
  readonly data: { readonly amount: string; readonly fees: string; readonly params: PaymentParams };
  readonly hash: string;
  readonly result: EncodeResult;
}

/** Encodes, signs elsewhere, asks the node what it thinks, and broadcasts. */
async function send(
  engine: LitecoinEngine,
  chain: Chain,
  intent: object,
  keys: readonly BIP32Interface[],
  form: SignatureForm = 'the signed PSBT in hex',
): Promise<Sent> {
  const result = await chain.encode({ mode: 'transfer', recipientAddress: nobody, ...intent });
  expect(result.status.errors).toEqual([]);
  const data = result.transaction.data as unknown as Sent['data'];
  const signatures = signAll({ encoded: result.transaction.encoded, privateKeys: keys.map(privateKeyOf) });
  const verdict = await engine.testMempoolAccept(signatures['the signed transaction']);
  expect(verdict['reject-reason']).toBeUndefined();
  // The fee pays for the longest possible signatures. Each may be one byte shorter, or two if r is short as well.
  const { vsize, inputs } = data.params;
  expect(verdict.vsize).toBeLessThanOrEqual(vsize);
  expect(verdict.vsize).toBeGreaterThan(vsize - 2 * inputs.length - 1);
  const { hash } = await chain.broadcast({ ...result.transaction, signature: signatures[form] });
  expect(hash).toBe(verdict.txid);
  return { data, hash, result };
}

const amountsOf = ({ data }: Sent) => [BigInt(data.amount), BigInt(data.fees)] as const;

describe.skipIf(!litecoinIsAvailable())('a transfer on a real node', () => {
  let engine: LitecoinEngine;
  beforeAll(async () => {
    engine = await startLitecoin({ bare: true });
  });
  afterAll(() => engine?.stop());

  const connect = (kind: string, options: UtxoOptions = {}): Chain =>
    utxo.connect('bitcoin-testnet', {
      endpoints: engine.settings.endpoints.filter((endpoint) => endpoint.kind === kind),
      genesisHash: engine.genesisHash,
      ...options,
    });

  describe.each(['esplora', 'core'])('through %s', (kind) => {
    describe.each(types)('of %s coins', (type) => {
      const newSender = async (...values: readonly bigint[]) => {
        const key = newAccount();
        const senderAddress = addressOf(type, key);
        await engine.pay(values.map((amount) => ({ to: senderAddress, amount })));
        return { key, senderAddress, senderPubKey: Buffer.from(key.publicKey).toString('hex') };
      };

      it('moves the amount and the fee to the last unit, and can be read', async () => {
        const chain = connect(kind);
        const { key, ...sender } = await newSender(100_000n, 40_000n, 30_000n);
        const before = await engine.balanceOf(nobody);
        const sent = await send(engine, chain, { ...sender, amount: '120000' }, [key]);
        await engine.mine();
        const [amount, fees] = amountsOf(sent);
        expect(amount).toBe(120_000n);
        expect(await engine.balanceOf(nobody)).toBe(before + amount);
        expect(await engine.balanceOf(sender.senderAddress)).toBe(170_000n - amount - fees);
        const { balances } = await chain.accountState(sender.senderAddress, { include: ['native'] });
        const left = (170_000n - amount - fees).toString();
        expect(balances.native).toEqual({ available: left, total: left, unconfirmed: '0' });
        const { transaction } = await chain.transaction(sent.hash);
        expect(transaction.parsed).toMatchObject({ id: sent.hash, state: 'confirmed', mode: 'transfer' });
      });

      it('leaves nothing with useMaxAmount', async () => {
        const chain = connect(kind);
        const { key, ...sender } = await newSender(50_000n, 60_000n, 70_000n);
        const sent = await send(engine, chain, { ...sender, useMaxAmount: true }, [key], 'signatures in hex');
        await engine.mine();
        const [amount, fees] = amountsOf(sent);
        expect(amount + fees).toBe(180_000n);
        expect(await engine.balanceOf(sender.senderAddress)).toBe(0n);
      });

      it('spends its own change at once, but coins of others only if it must', async () => {
        const chain = connect(kind);
        const { key, ...sender } = await newSender(100_000n);
        const first = await send(engine, chain, { ...sender, amount: '20000' }, [key]);
        await engine.pay([{ to: sender.senderAddress, amount: 500_000n }], { confirm: false });
        const second = await send(engine, chain, { ...sender, amount: '20000' }, [key], 'the signed transaction');
        expect(second.data.params.inputs).toMatchObject([{ txid: first.hash }]);
        expect(second.result.status.warnings.map(({ code }) => code)).not.toContain('coins.unconfirmed');
        const third = await send(engine, chain, { ...sender, amount: '400000' }, [key]);
        expect(third.result.status.warnings.map(({ code }) => code)).toContain('coins.unconfirmed');
        await engine.mine();
        const spent = [first, second, third].flatMap(amountsOf).reduce((sum, part) => sum + part, 0n);
        expect(await engine.balanceOf(sender.senderAddress)).toBe(600_000n - spent);
      });

      it('of an extended key spends coins of several addresses', async () => {
        const chain = connect(kind);
        const account = newAccount();
        const keyAt = (path: string) => account.derivePath(path);
        const paths = ['0/0', '0/3', '1/0'];
        await engine.pay(paths.map((path) => ({ to: addressOf(type, keyAt(path)), amount: 50_000n })));
        const inner = `${functions[type]}${account.neutered().toBase58()}/<0;1>/*)`;
        const senderAddress = inner.startsWith('sh(') ? `${inner})` : inner;
        const keys = paths.map(keyAt);
        const sent = await send(engine, chain, { senderAddress, amount: '120000' }, keys);
        expect(sent.data.params.inputs.map(({ path }) => path).toSorted()).toEqual(paths);
        expect(sent.data.params.outputs[1]).toMatchObject({ path: '1/1', address: addressOf(type, keyAt('1/1')) });
        await engine.mine();
        const [amount, fees] = amountsOf(sent);
        const change = 150_000n - amount - fees;
        expect(await engine.balanceOf(addressOf(type, keyAt('1/1')))).toBe(change);
        const all = await send(engine, chain, { senderAddress, useMaxAmount: true }, [keyAt('1/1')]);
        expect(amountsOf(all).reduce((sum, part) => sum + part, 0n)).toBe(change);
      });
    });

    it('replaces a transaction in the mempool', async () => {
      const chain = connect(kind);
      const key = newAccount();
      const senderAddress = addressOf('p2wpkh', key);
      await engine.pay([{ to: senderAddress, amount: 100_000n }]);
      const first = await send(engine, chain, { senderAddress, amount: '20000' }, [key]);
      const second = await send(engine, chain, { senderAddress, amount: '30000', params: { replaces: first.hash } }, [
        key,
      ]);
      expect(await engine.rpc<string[]>('getrawmempool')).toEqual(expect.arrayContaining([second.hash]));
      expect(await engine.rpc<string[]>('getrawmempool')).not.toContain(first.hash);
      expect(BigInt(second.data.fees)).toBe(BigInt(first.data.fees) + BigInt(second.data.params.vsize));
    });
  });

  it.each(signatureForms)('takes the signature as: %s', async (form) => {
    const key = newAccount();
    const senderAddress = addressOf('p2wpkh', key);
    await engine.pay([30_000n, 20_000n].map((amount) => ({ to: senderAddress, amount })));
    await send(engine, connect('esplora'), { senderAddress, amount: '40000' }, [key], form);
  });

  it('spends coins of an uncompressed key', async () => {
    const key = newAccount();
    const full = Buffer.from(ecc.pointCompress(key.publicKey, false));
    const { address: senderAddress = '' } = payments.p2pkh({ pubkey: full, network });
    await engine.pay([30_000n, 20_000n].map((amount) => ({ to: senderAddress, amount })));
    const { transaction } = await connect('esplora').encode({
      ...{
        mode: 'transfer',
        senderAddress,
        senderPubKey: full.toString('hex'),
        recipientAddress: nobody,
        useMaxAmount: true,
      },
    });
    const privateKeys = [privateKeyOf(key)];
    const signatures = signAll({ encoded: transaction.encoded, privateKeys, isUncompressed: true });
    const verdict = await engine.testMempoolAccept(signatures['the signed transaction']);
    const { vsize } = (transaction.data as unknown as Sent['data']).params;
    expect(verdict).toMatchObject({ allowed: true });
    expect(verdict.vsize).toBeLessThanOrEqual(vsize);
    await connect('esplora').broadcast({ ...transaction, signature: signatures['signatures in hex'] });
  });

  it('pays the least fee that nodes relay, at the lowest fee rate', async () => {
    const chain = connect('core');
    for (const type of types) {
      const key = newAccount();
      const senderAddress = addressOf(type, key);
      const senderPubKey = Buffer.from(key.publicKey).toString('hex');
      await engine.pay([30_000n, 20_000n].map((amount) => ({ to: senderAddress, amount })));
      const sent = await send(
        engine,
        chain,
        { senderAddress, senderPubKey, amount: '40000', params: { feeRate: '1' } },
        [key],
      );
      expect(sent.data.fees).toBe(String(sent.data.params.vsize));
    }
  });

  // An ordinary run makes fewer: each is paid by the node, signed and checked.
  const batches = turns(7, 2);
  it(`may have ${batches * 200} inputs`, async () => {
    const chain = connect('core', { maxInputs: 1_700 });
    const key = newAccount();
    const senderAddress = addressOf('p2wpkh', key);
    for (let i = 0; i < batches; i++) await engine.pay(new Array(200).fill({ to: senderAddress, amount: 5_000n }));
    const { transaction } = await chain.encode({
      ...{ mode: 'transfer', recipientAddress: nobody, senderAddress, useMaxAmount: true },
    });
    expect(transaction.encoded).toHaveLength(batches * 200);
    const signatures = signHashes({ encoded: transaction.encoded, privateKeys: [privateKeyOf(key)] });
    const { hash } = await chain.broadcast({ ...transaction, signature: Buffer.concat(signatures).toString('hex') });
    const { vsize } = await engine.rpc<{ vsize: number }>('getmempoolentry', [hash]);
    expect(vsize).toBeLessThanOrEqual((transaction.data as unknown as Sent['data']).params.vsize);
    await engine.mine();
    expect(await engine.balanceOf(senderAddress)).toBe(0n);
  });
});
