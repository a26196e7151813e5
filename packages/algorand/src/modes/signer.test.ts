import { describe, expect, it } from 'vitest';
import { keyOfSeed } from '../../test/keys.ts';
import {
  connectTo,
  otherPrivateKey,
  otherSigner,
  privateKey,
  recipient,
  sender,
  transfer,
} from '../../test/scripted-node.ts';

const own = keyOfSeed(privateKey);
const other = keyOfSeed(otherPrivateKey);

/** A payment that a node encodes that says so, signed by a key and sent to it. */
async function send(authAddr: string | undefined, key: typeof own, more: object = {}) {
  const account = authAddr === undefined ? {} : { authAddr };
  const { chain, sends } = connectTo({ algod: { accounts: { [sender]: account, [recipient]: {} } } });
  const { transaction, status } = (await chain.encode({ ...transfer, ...more } as never)) as unknown as {
    readonly transaction: {
      readonly data: unknown;
      readonly encoded: readonly { readonly hash: { readonly value: string } }[];
    };
    readonly status: { readonly errors: readonly { readonly code: string }[] };
  };
  const codes = status.errors.map(({ code }) => code);
  const [item] = transaction.encoded;
  if (item === undefined) return { codes, sent: sends().length };
  const signature = key.sign(Buffer.from(item.hash.value, 'hex'));
  const said = await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature } as never).then(
    () => 'sent',
    ({ code }: { readonly code: string }) => code,
  );
  return { codes, said, sent: sends().length };
}

describe('a node that lies about who signs', () => {
  it('sends nobody to another key: the sender’s own signature does not fit any more, and nothing is sent', async () => {
    expect(await send(otherSigner, own)).toEqual({ codes: [], said: 'signature.mismatch', sent: 0 });
    expect(await send(otherSigner, own, { senderPubKey: sender })).toEqual({ codes: ['sender.otherSigner'], sent: 0 });
  });

  it('gains nothing by silence: the new key does not fit', async () => {
    expect(await send(undefined, other)).toEqual({ codes: [], said: 'signature.mismatch', sent: 0 });
    await expect(send(undefined, other, { senderPubKey: otherSigner })).rejects.toMatchObject({
      code: 'publicKey.mismatch',
    });
  });

  it('changes nothing for the others', async () => {
    expect(await send(undefined, own)).toMatchObject({ said: 'sent', sent: 1 });
    expect(await send(otherSigner, other)).toMatchObject({ said: 'sent', sent: 1 });
  });
});
