import type { Chain, EncodedItem } from '@isochain/core';
import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import { ed25519 } from '@noble/curves/ed25519.js';
import type algosdk from 'algosdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { algorand } from '../../src/index.ts';

const amount = 12_345n;
const memo = 'order 7';

interface Encoded {
  readonly data: { readonly fees: string };
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
  readonly raw: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('Algorand in docs/signing.md', () => {
  let samples: Samples;
  let engine: AlgorandEngine;
  let chain: Chain;

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startAlgorand();
    const { endpoints } = engine.settings;
    chain = algorand.connect('algorand', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as unknown as Chain;
    // Account 3 signs with the key of account 2.
    engine.rekey(account(3).address, account(2).address);
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const account = (index: number) => engine.accounts[index] as AlgorandEngine['accounts'][number];
  const key = (index: number) => account(index).privateKey.slice(2);
  const recipientAddress = () => account(1).address;

  async function encode(sender: number, signer = sender): Promise<Encoded> {
    const by = { senderAddress: account(sender).address, senderPubKey: account(signer).publicKey };
    const intent = { mode: 'transfer', ...by, recipientAddress: recipientAddress(), memo, amount: String(amount) };
    const { transaction, status } = await chain.encode(intent);
    expect(status.errors).toEqual([]);
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, hash: encoded[0]?.hash?.value ?? '', raw: encoded[0]?.raw?.value ?? '' };
  }

  const expected = ({ data }: Encoded) => ({
    ...{ to: recipientAddress(), amount, mostFees: BigInt(data.fees), memo },
    genesisHash: engine.genesisHash,
  });

  /** What Pera does: it signs the transactions that it gets, and returns them in msgpack. */
  const wallet = {
    async signTransaction([group]: readonly (readonly { readonly txn: algosdk.Transaction }[])[]): Promise<
      Uint8Array[]
    > {
      const seed = Uint8Array.from(Buffer.from(key(0), 'hex'));
      const signed = group?.[0]?.txn.signTxn(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
      return signed === undefined ? [] : [signed];
    },
  };

  interface Trial {
    readonly run: (sign: Sign, made: Encoded) => string | Promise<string>;
    readonly sender?: number;
    readonly signer?: number;
  }

  const tried: Readonly<Record<string, readonly Trial[]>> = {
    'algorand-noble.ts': [
      { run: (sign, { hash }) => sign(hash, key(0)) },
      { run: (sign, { hash }) => sign(hash, key(2)), sender: 3, signer: 2 },
    ],
    'algorand-sdk.ts': [
      { run: (sign, { raw }) => sign(raw, key(0)) },
      { run: (sign, { raw }) => sign(raw, key(2)), sender: 3, signer: 2 },
    ],
    'algorand-wallet.ts': [{ run: (sign, { raw }) => sign(raw, wallet) }],
    'algorand-look.ts': [{ run: (sign, made) => sign(made.raw, key(0), expected(made)) }],
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('algorand-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  const trials = Object.entries(tried).flatMap(([name, list]) => list.map((trial) => [name, trial] as const));

  it.each(trials)('%s is carried out', async (name, { run, sender = 0, signer = sender }) => {
    const { sign } = (await load(name)) as { sign: Sign };
    const made = await encode(sender, signer);
    const before = await engine.balance(recipientAddress());
    const { data, encoded } = made;
    await chain.broadcast({ data, encoded, signature: await run(sign, made) } as never);
    expect(await engine.balance(recipientAddress())).toBe(before + amount);
    // Time goes on, so that the next transaction is another one.
    await engine.advance(3);
  });

  it('shows how to look before you sign: other payments are not signed', async () => {
    const { sign } = (await load('algorand-look.ts')) as { sign: Sign };
    const made = await encode(0);
    const elsewhere = { genesisHash: Buffer.alloc(32, 1).toString('base64') };
    const others = [{ amount: amount + 1n }, { to: account(2).address }, { mostFees: 1n }, { memo: '8' }, elsewhere];
    for (const other of others) {
      expect(() => sign(made.raw, key(0), { ...expected(made), ...other })).toThrow(/another|too much/);
    }
  });
});
