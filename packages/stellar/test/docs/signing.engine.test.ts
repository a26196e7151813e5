import type { Chain, EncodedItem } from '@isochain/core';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import { Networks } from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { stellar } from '../../src/index.ts';
import { testKey } from '../keys.ts';

const amount = 12_345n;

interface Encoded {
  readonly data: { readonly fees: string };
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
  readonly envelope: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('Stellar in docs/signing.md', () => {
  let samples: Samples;
  let engine: StellarEngine;
  let chain: Chain;
  const [one, two] = [testKey(71), testKey(72)];

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startStellar();
    const { endpoints } = engine.settings;
    chain = stellar.connect('stellar', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as unknown as Chain;
    engine.placeAccount(one.address, {
      balance: 100_000_000n,
      signers: [{ key: two.address, weight: 1 }],
      thresholds: { low: 1, med: 2, high: 2 },
    });
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const account = (index: number) => engine.accounts[index] as StellarEngine['accounts'][number];
  const key = (index: number) => account(index).privateKey.slice(2);
  const recipientAddress = () => account(1).address;

  async function encode(senderAddress: string, params?: object): Promise<Encoded> {
    const intent = { mode: 'transfer', senderAddress, recipientAddress: recipientAddress(), memo: 'id:7', params };
    const { transaction, status } = await chain.encode({ ...intent, amount: String(amount) });
    expect(status.errors).toEqual([]);
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, hash: encoded[0]?.hash?.value ?? '', envelope: encoded[0]?.raw?.value ?? '' };
  }

  const expected = ({ data }: Encoded) => ({
    ...{ to: recipientAddress(), amount: '0.0012345', mostFees: BigInt(data.fees), memo: '7' },
    networkPassphrase: Networks.PUBLIC,
  });

  interface Trial {
    readonly run: (sign: Sign, made: Encoded) => string | Promise<string>;
    readonly sender?: string;
    readonly params?: object;
  }

  const tried: Readonly<Record<string, Trial>> = {
    'stellar-base.ts': { run: (sign, { hash }) => sign(hash, key(0)) },
    'stellar-noble.ts': { run: (sign, { hash }) => sign(hash, key(0)) },
    'stellar-envelope.ts': { run: (sign, { envelope }) => sign(envelope, Networks.PUBLIC, key(0)) },
    'stellar-look.ts': { run: (sign, made) => sign(made.envelope, key(0), expected(made)) },
    'stellar-several.ts': {
      run: (sign, { hash }) => sign(hash, [two.privateKey.slice(2), one.privateKey.slice(2)]),
      sender: one.address,
      params: { signers: [one.address, two.address] },
    },
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('stellar-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  it.each(Object.entries(tried))('%s is carried out', async (name, { run, sender, params }) => {
    const { sign } = (await load(name)) as { sign: Sign };
    const made = await encode(sender ?? account(0).address, params);
    const before = await engine.balance(recipientAddress());
    const { data, encoded } = made;
    const { hash } = await chain.broadcast({ data, encoded, signature: await run(sign, made) } as never);
    expect(hash).toBe(made.hash);
    expect(await engine.balance(recipientAddress())).toBe(before + amount);
  });

  it('shows how to look before you sign: other payments are not signed', async () => {
    const { sign } = (await load('stellar-look.ts')) as { sign: Sign };
    const made = await encode(account(0).address);
    const others = [{ amount: '0.0012346' }, { to: account(2).address }, { mostFees: 1n }, { memo: '8' }];
    for (const other of others) {
      expect(() => sign(made.envelope, key(0), { ...expected(made), ...other })).toThrow(/another|too much/);
    }
    const elsewhere = sign(made.envelope, key(0), { ...expected(made), networkPassphrase: Networks.TESTNET });
    const { data, encoded } = made;
    await expect(chain.broadcast({ data, encoded, signature: await elsewhere } as never)).rejects.toThrow(
      /signature was not made/,
    );
  });
});
