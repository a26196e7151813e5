import type { Chain, EncodedItem } from '@isochain/core';
import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { utils } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { tron } from '../../src/index.ts';

const recipientAddress = 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL';
const amount = 12_345n;

interface Encoded {
  readonly data: { readonly params: { readonly raw_data: { readonly expiration: number } } };
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
  readonly raw: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('Tron in docs/signing.md', () => {
  let samples: Samples;
  let engine: TronEngine;
  let chain: Chain;

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startTron();
    const { endpoints } = engine.settings;
    chain = tron.connect('tron', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as unknown as Chain;
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const key = () => engine.accounts[0]?.privateKey.slice(2) ?? '';

  async function encode(): Promise<Encoded> {
    const senderAddress = engine.accounts[0]?.address;
    const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: String(amount) };
    const { transaction, status } = await chain.encode(intent);
    expect(status.errors).toEqual([]);
    const [item] = transaction.encoded;
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, hash: item?.hash?.value ?? '', raw: item?.raw?.value ?? '' };
  }

  async function expectCarriedOut(sign: (made: Encoded) => string | Promise<string>): Promise<void> {
    const made = await encode();
    const before = await engine.balance(recipientAddress);
    const { data, encoded } = made;
    const { hash } = await chain.broadcast({ data, encoded, signature: await sign(made) } as never);
    expect(hash).toBe(made.hash);
    expect(await engine.balance(recipientAddress)).toBe(before + amount);
  }

  const expected = ({ data }: Encoded) => ({
    ...{ to: utils.address.toHex(recipientAddress).toLowerCase(), amount },
    latestEnd: data.params.raw_data.expiration,
  });

  const tried: Readonly<Record<string, (sign: Sign, made: Encoded) => string | Promise<string>>> = {
    'tron-ethers.ts': (sign, { hash }) => sign(hash, key()),
    'tron-noble.ts': (sign, { hash }) => sign(hash, key()),
    'tron-tronweb.ts': (sign, { data }) => sign(data.params, key()),
    'tron-look.ts': (sign, made) => sign(made.raw, key(), expected(made)),
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('tron-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  it.each(Object.entries(tried))('%s is carried out', async (name, run) => {
    const { sign } = (await load(name)) as { sign: Sign };
    await expectCarriedOut((made) => run(sign, made));
  });

  it('shows how to look before you sign: other amounts and recipients are not signed', async () => {
    const { sign } = (await load('tron-look.ts')) as { sign: Sign };
    const made = await encode();
    for (const other of [{ amount: amount + 1n }, { to: `41${'ab'.repeat(20)}` }, { latestEnd: 1 }]) {
      expect(() => sign(made.raw, key(), { ...expected(made), ...other })).toThrow(/another transfer|too late/);
    }
  });
});
