import type { Chain, EncodedItem } from '@isochain/core';
import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { starknet } from '../../src/index.ts';

const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const amount = 12_345n;

interface Encoded {
  readonly data: { readonly fees: string; readonly params: { readonly transaction: object } };
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('Starknet in docs/signing.md', () => {
  let samples: Samples;
  let engine: StarknetStandIn;
  let chain: Chain;

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startStarknet({ chainId: 'starknet' });
    const { endpoints } = engine.settings;
    chain = starknet.connect('starknet', { endpoints, oldestBlockMs: 0 } as never) as unknown as Chain;
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const key = () => engine.accounts[0]?.privateKey ?? '';

  async function encode(): Promise<Encoded> {
    const senderAddress = engine.accounts[0]?.address;
    const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: String(amount) };
    const { transaction, status } = await chain.encode(intent);
    expect(status.errors).toEqual([]);
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, hash: encoded[0]?.hash?.value ?? '' };
  }

  async function expectCarriedOut(sign: (made: Encoded) => string | Promise<string>): Promise<void> {
    const made = await encode();
    const before = await engine.balance(recipientAddress);
    const { data, encoded } = made;
    const { hash } = await chain.broadcast({ data, encoded, signature: await sign(made) } as never);
    expect(BigInt(hash)).toBe(BigInt(`0x${made.hash}`));
    expect(await engine.balance(recipientAddress)).toBe(before + amount);
  }

  const expected = ({ data }: Encoded) => ({
    ...{ chainId: '0x534e5f4d41494e', to: recipientAddress, amount },
    mostFees: BigInt(data.fees),
  });

  const tried: Readonly<Record<string, (sign: Sign, made: Encoded) => string | Promise<string>>> = {
    'starknet-js.ts': (sign, { hash }) => sign(hash, key()),
    'starknet-scure.ts': (sign, { hash }) => sign(hash, key()),
    'starknet-look.ts': (sign, made) => sign(made.data.params.transaction, key(), expected(made)),
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('starknet-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  it.each(Object.entries(tried))('%s is carried out', async (name, run) => {
    const { sign } = (await load(name)) as { sign: Sign };
    await expectCarriedOut((made) => run(sign, made));
  });

  it('shows how to look before you sign: other amounts, recipients and prices are not signed', async () => {
    const { sign } = (await load('starknet-look.ts')) as { sign: Sign };
    const made = await encode();
    const others = [{ amount: amount + 1n }, { to: `0x${'5'.repeat(62)}` }, { mostFees: BigInt(made.data.fees) - 1n }];
    for (const other of others) {
      const look = () => sign(made.data.params.transaction, key(), { ...expected(made), ...other });
      expect(look).toThrow(/another transfer|too much/);
    }
    expect(() => sign(made.data.params.transaction, key(), expected(made))).not.toThrow();
  });
});
