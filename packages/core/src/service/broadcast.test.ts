import { describe, expect, it } from 'vitest';
import { type FakeChain, fakeChain, sign } from '../../test/fake-chain.ts';
import { fromHex, toHex } from '../bytes/hex.ts';
import type { ChainAdapter } from '../family.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import { type Chain, ChainService } from './chain.ts';

type Data = Record<string, unknown>;

interface Ready {
  readonly fake: FakeChain;
  readonly chain: Chain;
  readonly data: Data;
  readonly encoded: EncodedItem[];
  readonly signature: string;
}

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** An encoded and signed transfer, ready for broadcast. */
async function ready(): Promise<Ready> {
  const fake = fakeChain();
  const chain = new ChainService(fake.adapter);
  const { transaction } = await chain.encode({
    mode: 'transfer',
    senderAddress: 'acct-ann',
    recipientAddress: 'acct-bob',
    amount: '500',
    memo: 'rent',
  });
  const { data, encoded } = overTheWire(transaction);
  fake.called.length = 0;
  return { fake, chain, data, encoded, signature: sign(encoded, 'acct-ann') };
}

/** Broadcasts the ready transfer with changes, and expects that nothing is sent. */
async function refusedWith(change: (given: Ready) => object): Promise<string> {
  const given = await ready();
  const { data, encoded, signature } = given;
  const input = { data, encoded, signature, ...change(given) };
  const error = await given.chain.broadcast(input).then(
    () => new Error('It was not refused'),
    (reason) => reason,
  );
  expect(given.fake.submitted).toEqual([]);
  expect(given.fake.called).not.toContain('submit');
  return error.code ?? error;
}

describe('broadcast', () => {
  it('takes only the first raw transaction in place of encoded, and no text like it', async () => {
    const { fake, chain, data, encoded, signature } = await ready();
    const raw = encoded[0]?.raw?.value ?? '';
    await chain.broadcast({ data, encoded: raw, signature });
    expect(fake.submitted).toEqual([`${raw}:${signature}`]);
    for (const other of [`${raw}0`, raw.slice(1), encoded[0]?.hash?.value, '']) {
      await expect(chain.broadcast({ data, encoded: other, signature })).rejects.toMatchObject({
        code: 'encoded.mismatch',
      });
    }
    expect(fake.submitted).toHaveLength(1);
  });

  it('sends the signed transaction, and answers its hash', async () => {
    const { fake, chain, data, encoded, signature } = await ready();
    const answer = await chain.broadcast({ data, encoded, signature });
    expect(fake.submitted).toEqual([`${encoded[0]?.raw?.value}:${signature}`]);
    expect(answer).toEqual({ chainId: 'stellar', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('checks data, bytes and signature before it sends anything', async () => {
    const { fake, chain, data, encoded, signature } = await ready();
    await chain.broadcast({ data, encoded, signature });
    expect(fake.called).toEqual(['assemble', 'finalize', 'submit']);
  });

  it('keeps nothing between encode and broadcast, so another instance takes the answer too', async () => {
    const { data, encoded, signature } = await ready();
    const other = fakeChain();
    await new ChainService(other.adapter).broadcast({ data, encoded, signature });
    expect(other.submitted).toHaveLength(1);
  });

  it('gives the family a plan of the data without the checksum', async () => {
    let given: unknown;
    const { data, encoded, signature } = await ready();
    const { adapter } = fakeChain();
    const submit: ChainAdapter['submit'] = async (_, plan) => {
      given = plan;
      return 'hash';
    };
    await new ChainService({ ...adapter, submit }).broadcast({ data, encoded, signature });
    expect(given).toMatchObject({ content: { params: { version: 3 } }, sender: 'acct-ann' });
  });

  it('takes keys in another order, unknown fields and empty fields', async () => {
    const { fake, chain, data, encoded, signature } = await ready();
    const shuffled = Object.fromEntries(Object.entries(data).toReversed());
    await chain.broadcast({
      data: { ...shuffled, chainId: 'stellar', format: 'x', type: 'y', validatorAddress: '', senderPubKey: '' },
      encoded: encoded.map(({ raw, hash }) => ({ raw, hash, note: 'mine' })),
      signature: ` ${signature}\n`,
    });
    expect(fake.submitted).toHaveLength(1);
  });

  it('carries out max transfers, with the concrete amount beside useMaxAmount', async () => {
    const fake = fakeChain();
    const chain = new ChainService(fake.adapter);
    const intent = { mode: 'transfer', senderAddress: 'acct-ann', recipientAddress: 'acct-bob', useMaxAmount: true };
    const { transaction } = await chain.encode(intent);
    expect(transaction.data).toMatchObject({ useMaxAmount: true, amount: '900' });
    await chain.broadcast({ ...overTheWire(transaction), signature: sign(transaction.encoded, 'acct-ann') });
    expect(fake.submitted).toHaveLength(1);
  });

  it('passes on the refusal of the chain', async () => {
    const { data, encoded, signature } = await ready();
    const { adapter } = fakeChain({ submit: () => Promise.reject(new Error('the node refused')) });
    await expect(new ChainService(adapter).broadcast({ data, encoded, signature })).rejects.toThrow('the node refused');
  });

  describe('sends nothing', () => {
    it.each(['senderAddress', 'recipientAddress', 'amount', 'fees', 'nonce', 'memo'])(
      'when %s was changed',
      async (name) => {
        const change = ({ data }: Ready) => ({
          data: { ...data, [name]: `${data[name]}0`.replace('acct-', 'acct-x') },
        });
        expect(await refusedWith(change)).toMatch(/^(data\.altered|address\.invalid)$/);
      },
    );

    it.each([
      ['another sender', { senderAddress: 'acct-eve' }],
      ['another recipient', { recipientAddress: 'acct-eve' }],
      ['the recipient in capitals', { recipientAddress: 'ACCT-BOB' }],
      ['useMaxAmount', { useMaxAmount: true }],
      ['a field that was not there', { senderPubKey: 'key-ann' }],
      ['gas that was not there', { gas: '1' }],
      ['other params', { params: { version: 4 } }],
      ['no params', { params: undefined }],
      ['no memo', { memo: undefined }],
      ['an empty memo', { memo: '' }],
    ])('when data has %s', async (_, change) => {
      expect(await refusedWith(({ data }) => ({ data: { ...data, ...change } }))).toBe('data.altered');
    });

    it('when data has no fees', async () => {
      expect(await refusedWith(({ data: { fees: _, ...data } }) => ({ data }))).toBe('request.invalid');
    });

    it('when data is of another mode', async () => {
      const change = ({ data }: Ready) => ({ data: { ...data, mode: 'transferToken', tokenId: 'tok-a' } });
      expect(await refusedWith(change)).toBe('data.altered');
    });

    it('when a bit of params was changed', async () => {
      const change = ({ data }: Ready) => ({
        data: { ...data, params: { ...(data.params as object), checksum: '0'.repeat(32) } },
      });
      expect(await refusedWith(change)).toBe('data.altered');
    });

    it.each([[undefined], [null], ['text'], [[]], [{}], [5]])('when data is %j', async (data) => {
      expect(await refusedWith(() => ({ data }))).toMatch(/^(request\.invalid|mode\.unknown)$/);
    });

    it('when any byte of the raw transaction was changed', async () => {
      const { encoded } = await ready();
      const length = (encoded[0]?.raw?.value.length ?? 0) / 2;
      for (let i = 0; i < length; i++) {
        const change = ({ encoded: [item] }: Ready) => {
          const bytes = fromHex(item?.raw?.value ?? '') ?? new Uint8Array();
          bytes[i] = (bytes[i] ?? 0) ^ 1;
          return { encoded: [{ ...item, raw: { format: 'RAW_TRANSACTION', value: toHex(bytes) } }] };
        };
        expect(await refusedWith(change), `byte ${i}`).toBe('encoded.mismatch');
      }
    });

    it.each<[string, (items: EncodedItem[]) => unknown]>([
      ['is empty', () => []],
      ['has an item more', (items) => [...items, ...items]],
      ['has no hash', ([item]) => [{ raw: item?.raw }]],
      ['has no raw transaction', ([item]) => [{ hash: item?.hash }]],
      ['has another hash', ([item]) => [{ ...item, hash: { format: 'sha256', value: '00' } }]],
      ['has another hash function', ([item]) => [{ ...item, hash: { ...item?.hash, format: 'keccak256' } }]],
      ['has another format', ([item]) => [{ ...item, raw: { ...item?.raw, format: 'BOC' } }]],
      [
        'is in capitals',
        ([item]) => [{ ...item, raw: { format: 'RAW_TRANSACTION', value: item?.raw?.value.toUpperCase() } }],
      ],
    ])('when encoded %s', async (_, change) => {
      expect(await refusedWith(({ encoded }) => ({ encoded: change(encoded) }))).toBe('encoded.mismatch');
    });

    it.each([[undefined], [null], [7], [{}], [[null]]])('when encoded is %j', async (encoded) => {
      expect(await refusedWith(() => ({ encoded }))).toBe('request.invalid');
    });

    it('when the signature is from another key', async () => {
      const change = ({ encoded }: Ready) => ({ signature: sign(encoded, 'acct-eve') });
      expect(await refusedWith(change)).toBe('signature.mismatch');
    });

    it('when the signature is unreadable', async () => {
      expect(await refusedWith(() => ({ signature: 'xyz' }))).toBe('signature.malformed');
    });

    it.each([[undefined], [null], [''], ['  '], [5], [['x']], [{}]])('when the signature is %j', async (signature) => {
      expect(await refusedWith(() => ({ signature }))).toBe('request.invalid');
    });

    it('when the chain does not have the mode, or no longer has it', async () => {
      const { data, encoded, signature } = await ready();
      const fake = fakeChain({ modes: {} });
      await expect(new ChainService(fake.adapter).broadcast({ data, encoded, signature })).rejects.toMatchObject({
        code: 'mode.unsupported',
      });
      expect(fake.submitted).toEqual([]);
    });
  });
});
