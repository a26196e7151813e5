import type { Chain, EncodedItem } from '@isochain/core';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { aptos } from '../../src/index.ts';

const amount = 12_345n;

interface Encoded {
  readonly data: { readonly fees: string };
  readonly encoded: readonly EncodedItem[];
  readonly message: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('Aptos in docs/signing.md', () => {
  let samples: Samples;
  let engine: AptosEngine;
  let chain: Chain;

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startAptos();
    const { endpoints } = engine.settings;
    chain = aptos.connect('aptos', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as unknown as Chain;
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const account = (index: number) => engine.accounts[index] as AptosEngine['accounts'][number];
  const key = (index: number) => account(index).privateKey.slice(2);
  const recipientAddress = () => account(1).address;

  async function encode(params?: object): Promise<Encoded> {
    const { address: senderAddress, publicKey: senderPubKey } = account(0);
    const intent = { mode: 'transfer', senderAddress, senderPubKey, recipientAddress: recipientAddress(), params };
    const { transaction, status } = await chain.encode({ ...intent, amount: String(amount) });
    expect(status.errors).toEqual([]);
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, message: encoded[0]?.raw?.value ?? '' };
  }

  async function expectCarriedOut(sign: (made: Encoded) => string | Promise<string>, params?: object): Promise<void> {
    const made = await encode(params);
    const before = await engine.balance(recipientAddress());
    const { data, encoded } = made;
    const { hash } = await chain.broadcast({ data, encoded, signature: await sign(made) } as never);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await engine.balance(recipientAddress())).toBe(before + amount);
  }

  const expected = ({ data }: Encoded) => ({
    ...{ to: recipientAddress(), amount, mostFees: BigInt(data.fees), chainId: 1 },
  });

  const sponsored = () => ({ feePayer: { address: account(2).address, publicKey: account(2).publicKey } });

  const tried: Readonly<
    Record<
      string,
      { readonly run: (sign: Sign, made: Encoded) => string | Promise<string>; readonly params?: () => object }
    >
  > = {
    'aptos-sdk.ts': { run: (sign, { message }) => sign(message, key(0)) },
    'aptos-noble.ts': { run: (sign, { message }) => sign(message, key(0)) },
    'aptos-look.ts': { run: (sign, made) => sign(made.message, key(0), expected(made)) },
    'aptos-sponsored.ts': { run: (sign, { message }) => sign(message, key(0), key(2)), params: sponsored },
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('aptos-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  it.each(Object.entries(tried))('%s is carried out', async (name, { run, params }) => {
    const { sign } = (await load(name)) as { sign: Sign };
    await expectCarriedOut((made) => run(sign, made), params?.());
  });

  it('shows how to look before you sign: other amounts and recipients are not signed', async () => {
    const { sign } = (await load('aptos-look.ts')) as { sign: Sign };
    const made = await encode();
    const others = [{ amount: amount + 1n }, { to: `0x${'ab'.repeat(32)}` }, { mostFees: 1n }, { chainId: 2 }];
    for (const other of others) {
      expect(() => sign(made.message, key(0), { ...expected(made), ...other })).toThrow(
        /another transfer|too much|another network/,
      );
    }
  });
});
