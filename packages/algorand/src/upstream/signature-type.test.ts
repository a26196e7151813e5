import { describe, expect, it } from 'vitest';
import {
  connectTo,
  dies,
  hangs,
  nobody,
  otherSigner,
  recipient,
  refused,
  Status,
  sender,
  transfer,
} from '../../test/scripted-node.ts';

const path = `/v2/accounts/${sender}`;
const told = (type: unknown, address = sender) => ({
  account: { address, amount: 10_000_000, 'sig-type': type },
  'current-round': 55_000_000,
});

interface Asked {
  readonly says: unknown;
  readonly intent?: object;
  readonly authAddr?: string;
}

async function encode({ says, intent = {}, authAddr }: Asked) {
  const account = authAddr === undefined ? {} : { authAddr };
  const { chain, askedFor } = connectTo({
    algod: { accounts: { [sender]: account, [recipient]: {} }, assets: { '31566704': {} } },
    indexer: { own: { [path]: says } },
  });
  const { status, transaction } = await chain.encode({ ...transfer, ...intent } as never);
  return {
    codes: status.errors.map(({ code }) => code),
    message: status.errors[0]?.message,
    isEncoded: (transaction as { readonly encoded?: readonly unknown[] }).encoded?.length !== 0,
    asked: askedFor(path).filter(({ endpoint }) => endpoint.startsWith('indexer')),
  };
}

describe('how an account signed last', () => {
  it('tells accounts of several keys', async () => {
    const { codes, message, isEncoded, asked } = await encode({ says: told('msig') });
    expect([codes, isEncoded]).toEqual([['sender.severalSignatures'], false]);
    expect(message).toContain('several keys signed its latest transaction together');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.query.get('exclude')).toBe('all');
  });

  it.each([
    ['lsig', 'a program signed'],
    ['pqsig', 'a post-quantum key signed'],
  ])('tells accounts without a key: %s', async (type, words) => {
    const { codes, message } = await encode({ says: told(type) });
    expect(codes).toEqual(['sender.notWallet']);
    expect(message).toContain(words);
  });

  it.each([['sig'], [undefined], [null], ['new'], [7]])('means nothing else: %s', async (type) => {
    expect(await encode({ says: told(type) })).toMatchObject({ codes: [], isEncoded: true });
  });

  it('counts for the key that an account was rekeyed to', async () => {
    expect(await encode({ says: told('msig'), authAddr: otherSigner })).toMatchObject({
      codes: ['sender.severalSignatures'],
    });
    const intent = { senderPubKey: otherSigner };
    expect(await encode({ says: told('msig'), authAddr: otherSigner, intent })).toMatchObject({ codes: [] });
  });

  it('counts in modes without senderPubKey', async () => {
    const intent = { mode: 'enableToken', senderAddress: sender, tokenId: '31566704' };
    expect(await encode({ says: told('msig'), intent })).toMatchObject({ codes: ['sender.severalSignatures'] });
    expect(await encode({ says: told('sig'), intent })).toMatchObject({ codes: [] });
  });

  it('explains a member of such an account why its key does not fit', async () => {
    const intent = { senderPubKey: nobody };
    expect(await encode({ says: told('msig'), intent })).toMatchObject({ codes: ['sender.severalSignatures'] });
    await expect(encode({ says: told('sig'), intent })).rejects.toMatchObject({ code: 'publicKey.mismatch' });
  });
});

describe('an indexer that lies', () => {
  it('cannot block who names the key: it is not even asked', async () => {
    const { codes, asked } = await encode({ says: told('msig'), intent: { senderPubKey: sender } });
    expect([codes, asked]).toEqual([[], []]);
  });

  it('about another account is not believed', async () => {
    expect(await encode({ says: told('msig', recipient) })).toMatchObject({ codes: [], isEncoded: true });
  });
});

describe('an indexer that fails', () => {
  it.each<[string, unknown]>([
    ['is dead', dies],
    ['hangs', hangs],
    ['does not know the account', refused(404, `no accounts found for address: ${sender}`)],
    ['refuses', refused(400, 'no')],
    ['is overloaded', new Status(429, '')],
    ['is broken', new Status(500, 'oops')],
    ['says nonsense', 'nonsense'],
    ['answers with something else', { accounts: [] }],
  ])('does not matter: it %s', async (_, says) => {
    const { codes, isEncoded, asked } = await encode({ says });
    expect([codes, isEncoded]).toEqual([[], true]);
    expect(asked).toHaveLength(1);
  });

  it('does not matter if there is none', async () => {
    const { chain } = connectTo({ indexer: [] });
    expect((await chain.encode(transfer as never)).status.errors).toEqual([]);
  });

  it('is not waited for again soon', async () => {
    const { chain, askedFor } = connectTo({ indexer: { own: { [path]: hangs } } });
    for (const amount of ['1', '2', '3']) await chain.encode({ ...transfer, amount } as never);
    expect(askedFor(path).filter(({ endpoint }) => endpoint === 'indexer 0')).toHaveLength(1);
  });
});
