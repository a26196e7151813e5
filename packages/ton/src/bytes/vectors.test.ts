import { describe, expect, it } from 'vitest';
import { minedMessages, sdk, walletCore } from '../../test/fixtures.ts';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import { Address, beginCell, Cell, storeMessageRelaxed } from '../ton-core.ts';
import { readExternalMessage, readInternalMessage } from '../wallets/read-message.ts';
import { readSigningMessage } from '../wallets/read-signing-message.ts';
import { normalizedHash, signedBody, signingMessage, splitBody } from '../wallets/signing-message.ts';
import { addressOfWallet, type WalletVersion, walletInit } from '../wallets/wallet.ts';
import { assemble } from './assemble.ts';
import { commentCell, readComment } from './comment.ts';
import { finalize } from './finalize.ts';
import { jettonTransferCell, readJettonTransfer } from './jetton-messages.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const hashOf = (boc: string) => Cell.fromBase64(boc).hash().toString('hex');

describe('messages of the SDKs', () => {
  const key = seededKey(bytesOf(sdk.seed));

  it('have the key of the wallets', () => {
    expect(hex(key.publicKey)).toBe(sdk.publicKey);
  });

  it.each(sdk.messages.map((facts) => [`${facts.version}, seqno ${facts.seqno}, mode ${facts.mode}`, facts] as const))(
    'are made here too: %s',
    (_, facts) => {
      const plan = planOf(walletOf(facts.version, key.publicKey), facts);
      const { items, unsigned } = assemble(plan);
      expect(items).toEqual([
        {
          hash: { format: 'sha256', value: facts.signingHash },
          raw: { format: 'BOC', value: hex(Cell.fromHex(facts.signing).toBoc()) },
        },
      ]);
      expect(items[0]?.raw?.value).toBe(facts.signing);
      expect(hex(key.sign(bytesOf(facts.signingHash)))).toBe(facts.signature);
      const signed = finalize(plan, unsigned, facts.signature);
      // tonweb puts the state and the body into other cells; @ton/ton as here.
      if (facts.version !== 'v4r1' || facts.seqno > 0) {
        expect(hashOf(signed.raw)).toBe(facts.hash);
        expect(signed.raw).toBe(facts.external);
      }
      if (facts.normalizedHash !== undefined) expect(signed.hash).toBe(facts.normalizedHash);
      // The SDK's own message is a signature too.
      expect(finalize(plan, unsigned, facts.external)).toEqual(signed);
    },
  );
});

describe('messages of Trust Wallet Core', () => {
  // It puts the body of each message into a cell of its own, comments of jettons not, and sets no expiry for the first message of a wallet.
  it.each(walletCore.map((facts) => [facts.name, facts] as const))('%s', (_, facts) => {
    const key = seededKey(bytesOf(facts.seed));
    const wallet = walletOf(facts.version, key.publicKey);
    const external = Cell.fromBase64(facts.external);
    expect(external.hash().toString('hex')).toBe(facts.hash);
    const { to, body } = readExternalMessage(external);
    // The address follows from the key.
    expect(to.toRawString()).toBe(addressOfWallet(wallet).toRawString());
    const split = splitBody(facts.version, body);
    if (split === undefined) throw new Error('no signature');
    const { signature, signing } = split;

    const inner = innerMessage(facts.version, signing);
    const sent = readInternalMessage(inner);
    // The proof of a mintless jetton is in the message alone.
    const given = readJettonTransfer(sent.body);
    const made = facts.jetton === undefined ? undefined : jettonBody(facts.jetton, given?.customPayload, facts.memo);
    const plan = planOf(
      wallet,
      facts,
      made === undefined ? {} : { body: made, ...(sent.init === undefined ? {} : { init: sent.init }) },
    );
    expect(given?.customPayload !== undefined).toBe(facts.name.includes('mintless'));
    expect(sent.init !== undefined).toBe(facts.name.includes('mintless'));

    // With the body in a cell of its own all bytes are equal, and the signature is the one that our key makes.
    const theirs = inOwnCell(plan);
    expect(theirs.hash().toString('hex')).toBe(signing.hash().toString('hex'));
    expect(hex(key.sign(theirs.hash()))).toBe(hex(signature));
    expect(signedBody(facts.version, theirs, signature).equals(body)).toBe(true);
    const hashes = external.refs.map((each) => hex(each.hash()));
    expect(hashes.includes(hex(stateCell(wallet).hash()))).toBe(facts.seqno === 0);

    // What we make from the same facts says the same.
    const ours = readSigningMessage(signingMessage(plan));
    const read = readSigningMessage(signing);
    expect({ ...ours, message: undefined }).toEqual({ ...read, message: undefined });
    expect(ours?.message.to.equals(read?.message.to ?? to)).toBe(true);
    expect([ours?.message.value, ours?.message.bounce, ours?.message.mode]).toEqual([
      BigInt(facts.amount),
      facts.bounce,
      facts.mode,
    ]);
    const theirBody = read?.message.body;
    if (facts.jetton === undefined) {
      expect(theirBody === undefined ? undefined : readComment(theirBody)).toBe(facts.memo);
    } else {
      expect(given).toMatchObject({
        queryId: BigInt(facts.jetton.queryId),
        amount: BigInt(facts.jetton.amount),
        forwardAmount: 1n,
      });
      expect(given?.forwardPayload === undefined ? undefined : readComment(given.forwardPayload)).toBe(facts.memo);
    }
  });

  function innerMessage(version: WalletVersion, signing: Cell): Cell {
    const [first] = signing.refs;
    const inner = version === 'v5r1' ? first?.refs[1] : first;
    if (inner === undefined) throw new Error('no message');
    return inner;
  }

  function jettonBody(
    facts: NonNullable<(typeof walletCore)[number]['jetton']>,
    customPayload?: Cell,
    memo?: string,
  ): Cell {
    const transfer = jettonTransferCell({
      queryId: BigInt(facts.queryId),
      amount: BigInt(facts.amount),
      to: Address.parse(facts.to),
      excessTo: Address.parse(facts.excessTo),
      customPayload,
      forwardAmount: BigInt(facts.forwardAmount),
    });
    if (memo === undefined) return transfer;
    // The comment follows in the same cell, where we put it into one of its own.
    const bits = transfer.bits.substring(0, transfer.bits.length - 1);
    return beginCell().storeBits(bits).storeBit(false).storeSlice(commentCell(memo).beginParse()).endCell();
  }

  /** The signing message with body and state of its message in cells of their own. */
  function inOwnCell(plan: ReturnType<typeof planOf>): Cell {
    const { body = Cell.EMPTY, init = null, to: dest, bounce, value } = plan.message;
    const info = {
      type: 'internal',
      ihrDisabled: true,
      bounce,
      bounced: false,
      dest,
      value: { coins: value },
      ihrFee: 0n,
      forwardFee: 0n,
      createdLt: 0n,
      createdAt: 0,
    } as const;
    const inner = beginCell().store(storeMessageRelaxed({ info, init, body }, { forceRef: true }));
    return replaceInner(plan.wallet.version, signingMessage(plan), inner.endCell());
  }

  function replaceInner(version: WalletVersion, signing: Cell, inner: Cell): Cell {
    const [first] = signing.refs;
    if (version !== 'v5r1') return beginCell().storeBits(signing.bits).storeRef(inner).endCell();
    if (first === undefined) throw new Error('no actions');
    const actions = beginCell().storeBits(first.bits).storeRef(Cell.EMPTY).storeRef(inner).endCell();
    return beginCell().storeBits(signing.bits).storeRef(actions).endCell();
  }

  function stateCell(wallet: Parameters<typeof walletInit>[0]): Cell {
    const { code, data } = walletInit(wallet);
    return beginCell().storeUint(0, 2).storeMaybeRef(code).storeMaybeRef(data).storeBit(false).endCell();
  }
});

describe('messages of mined transactions', () => {
  const mined = (transaction: string) => {
    const found = minedMessages.find((each) => each.transaction.startsWith(transaction));
    if (found === undefined) throw new Error(transaction);
    const { to, body } = readExternalMessage(Cell.fromHex(found.external));
    expect(to.toRawString()).toBe(found.account);
    return { to, body };
  };

  // The ids by which tonapi and tonviewer find them (TEP-467).
  it.each([
    ['e535803d', '5231514d612e6a2721c15363d2ff3e80c64ad382020d71a5f8abc1b4c3da2a70'],
    ['241c3741', '610fc437eae4458ba7ca25e1c2d671e1665343dcf5ece7763dbc32574f9d2e61'],
    ['f833e3c1', '41fe84eda12aee7230b7afd0db46aafa3a938e204a0cccbbc63cb7975931fbd4'],
  ])('have a normalized hash: %s', (transaction, hash) => {
    const { to, body } = mined(transaction);
    expect(hex(normalizedHash(to, body))).toBe(hash);
  });

  it('reads a payment with a comment over two cells, and makes the same bytes', () => {
    const { body } = mined('e535803d');
    const { signing } = splitBody('v4r2', body) ?? {};
    const read = signing && readSigningMessage(signing);
    expect(read && signing && signingMessage(read).equals(signing)).toBe(true);
    expect(read).toMatchObject({
      seqno: 3209,
      wallet: { version: 'v4r2', walletId: 698_983_191 },
      message: { value: 5_440_000_000n },
    });
    expect(read?.message.to.toRawString()).toBe('0:408da3b28b6c065a593e10391269baaa9c5f8caebc0c69d9f0aabbab2a99256b');
    expect(read?.message.body && readComment(read.message.body)).toBe('Telegram Premium for 3 months \n\nRef#hR2ayqqP');
  });

  it('makes nothing like four messages in one, an unusual flag, and a mode that pays again and again', () => {
    for (const [transaction, version] of [
      ['241c3741', 'v4r2'],
      ['241c3741', 'v3r2'],
      ['2da9737c', 'v4r2'],
      ['2da9737c', 'v3r2'],
      ['f833e3c1', 'v4r2'],
      ['f833e3c1', 'v3r2'],
    ] as const) {
      const { signing } = splitBody(version, mined(transaction).body) ?? {};
      const read = signing && readSigningMessage(signing);
      expect([
        transaction,
        version,
        read !== undefined && signing !== undefined && signingMessage(read).equals(signing),
      ]).toEqual([transaction, version, false]);
    }
  });
});
