import type { Chain, EncodedItem } from '@isochain/core';
import { startTon, type TonAccount, type TonEngine } from '@isochain/devnet/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSamples, type Samples } from '../../../../tools/docs/src/samples.ts';
import { ton } from '../../src/index.ts';

// A public wallet that only this test pays.
const recipientAddress = 'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz';
const amount = 12_345n;

interface Encoded {
  readonly data: { readonly params: { readonly timeout: number } };
  readonly encoded: readonly EncodedItem[];
  readonly hash: string;
  readonly boc: string;
}

type Sign = (...values: unknown[]) => string | Promise<string>;

describe('TON in docs/signing.md', () => {
  let samples: Samples;
  let engine: TonEngine;
  let chain: Chain;
  let account: TonAccount;

  beforeAll(async () => {
    samples = extractSamples('docs/signing.md');
    engine = await startTon();
    const [first] = engine.accounts;
    if (first === undefined) throw new Error('no account');
    account = first;
    chain = ton.connect('ton', { ...engine.settings, now: () => engine.now() * 1000 });
  });
  afterAll(async () => {
    samples?.remove();
    await engine?.stop();
  });

  const key = () => account.privateKey.slice(2);

  async function encode(): Promise<Encoded> {
    const { address: senderAddress, publicKey: senderPubKey } = account;
    const intent = { mode: 'transfer', senderAddress, senderPubKey, recipientAddress, amount: String(amount) };
    const { transaction, status } = await chain.encode(intent);
    expect(status.errors).toEqual([]);
    const [item] = transaction.encoded;
    const { data, encoded } = transaction as unknown as Pick<Encoded, 'data' | 'encoded'>;
    return { data, encoded, hash: item?.hash?.value ?? '', boc: item?.raw?.value ?? '' };
  }

  async function expectCarriedOut(sign: (made: Encoded) => string | Promise<string>): Promise<void> {
    const made = await encode();
    const before = (await engine.state(recipientAddress)).balance;
    const { data, encoded } = made;
    const { hash } = await chain.broadcast({ data, encoded, signature: await sign(made) } as never);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await engine.state(recipientAddress)).balance).toBe(before + amount);
  }

  const expected = ({ data }: Encoded) => ({ to: recipientAddress, amount, latestEnd: data.params.timeout });

  const tried: Readonly<Record<string, (sign: Sign, made: Encoded) => string | Promise<string>>> = {
    'ton-crypto.ts': (sign, { hash }) => sign(hash, key()),
    'ton-noble.ts': (sign, { hash }) => sign(hash, key()),
    'ton-core-message.ts': (sign, made) => sign(made.boc, key(), expected(made)),
    'ton-external.ts': (sign, { boc }) => sign(boc, key()),
  };

  const load = async (name: string) => import(/* @vite-ignore */ samples.files.get(name)?.href ?? `no sample ${name}`);

  it('has a test for each recipe', () => {
    const named = [...samples.files.keys()].filter((name) => name.startsWith('ton-'));
    expect(named.toSorted()).toEqual(Object.keys(tried).toSorted());
  });

  it.each(Object.entries(tried))('%s is carried out', async (name, run) => {
    const { sign } = (await load(name)) as { sign: Sign };
    await expectCarriedOut((made) => run(sign, made));
  });

  it('the recipe that looks refuses another recipient, another amount and a later end', async () => {
    const { sign } = (await load('ton-core-message.ts')) as { sign: Sign };
    const made = await encode();
    const looksFor = (other: object) => () => sign(made.boc, key(), { ...expected(made), ...other });
    expect(looksFor({ to: account.address })).toThrow('It goes elsewhere.');
    expect(looksFor({ amount: amount + 1n })).toThrow('It sends another amount.');
    expect(looksFor({ latestEnd: made.data.params.timeout - 1 })).toThrow('It ends too late.');
  });
});
