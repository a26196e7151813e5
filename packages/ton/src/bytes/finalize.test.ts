import { type CompletedData, RefusedError } from '@isochain/core';
import { external, internal, SendMode, storeMessage } from '@ton/core';
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { describe, expect, it } from 'vitest';
import { accountOf, dataOf, itemsOfData, otherKey, senderKey, signedOfData } from '../../test/made.ts';
import { walletOf } from '../../test/plans.ts';
import { signatureForms } from '../../test/signature-forms.ts';
import { Address, beginCell, Cell } from '../ton-core.ts';
import { externalMessage, normalizedHash, signedBody } from '../wallets/signing-message.ts';
import { type WalletVersion, walletInit, walletVersions } from '../wallets/wallet.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

interface Signed {
  readonly data: CompletedData;
  readonly hash: Uint8Array;
  readonly signing: Cell;
  readonly boc: Uint8Array;
}

function signable(version: WalletVersion = 'v4r2', changes: Parameters<typeof dataOf>[1] = {}): Signed {
  const data = dataOf('transfer', { version, ...changes });
  const [item] = itemsOfData(data);
  const boc = bytesOf(item?.raw?.value ?? '');
  const [signing = Cell.EMPTY] = Cell.fromBoc(Buffer.from(boc));
  return { data, hash: bytesOf(item?.hash?.value ?? ''), signing, boc };
}

/** The signed message as a BOC, with any state. */
function whole(
  version: WalletVersion,
  signing: Cell,
  signature: Uint8Array,
  options: { to?: string; deploy?: boolean } = {},
) {
  const data = dataOf('transfer', { version });
  const to = Address.parse(options.to ?? (data as unknown as { senderAddress: string }).senderAddress);
  const init = options.deploy === true ? walletInit(walletOf(version, senderKey.publicKey)) : undefined;
  return Uint8Array.from(externalMessage(to, signedBody(version, signing, signature), init).toBoc());
}

async function refusal(data: CompletedData, text: string) {
  try {
    await signedOfData(data, text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.problems[0];
  }
  return undefined;
}

describe('finalize', () => {
  describe.each(walletVersions)('of %s', (version) => {
    const { data, hash, signing, boc } = signable(version);
    const signature = senderKey.sign(hash);

    it.each(signatureForms)('takes %s', async (_, write) => {
      const signed = await signedOfData(
        data,
        write(signature, whole(version, signing, signature), senderKey.publicKey),
      );
      const message = Cell.fromBase64(signed.raw);
      expect(
        message.hash().equals(Cell.fromBoc(Buffer.from(whole(version, signing, signature)))[0]?.hash() as Buffer),
      ).toBe(true);
      expect(signed.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    it('refuses the signature of another key, in every form', async () => {
      const wrong = otherKey.sign(hash);
      for (const [name, write] of signatureForms) {
        const text = write(wrong, whole(version, signing, wrong), senderKey.publicKey);
        expect([name, (await refusal(data, text))?.code]).toEqual([name, 'signature.mismatch']);
      }
    });

    it('says that the hash is signed, if the bytes of raw.value were', async () => {
      expect(await refusal(data, hex(senderKey.sign(boc)))).toMatchObject({
        code: 'signature.malformed',
        message: expect.stringContaining('hash.value'),
      });
    });

    it('refuses a signed message that does something else', async () => {
      const other = signable(version, { amount: '100000001' });
      const bytes = whole(version, other.signing, senderKey.sign(other.hash));
      expect(await refusal(data, hex(bytes))).toMatchObject({ code: 'signature.otherTransaction' });
    });

    it('refuses a signed message to another account', async () => {
      const bytes = whole(version, signing, signature, { to: accountOf(9) });
      expect(await refusal(data, hex(bytes))).toMatchObject({ code: 'signature.mismatch' });
    });

    it('adds the state that deploys the wallet only if the data say so', async () => {
      const deploying = signable(version, { nonce: '0', params: { deploy: true } });
      const signed = await signedOfData(deploying.data, hex(senderKey.sign(deploying.hash)));
      const bytes = whole(version, deploying.signing, senderKey.sign(deploying.hash), { deploy: true });
      expect(signed.raw).toBe(Buffer.from(bytes).toString('base64'));
      // Whether the client's own message deploys does not matter.
      for (const deploy of [true, false]) {
        const own = whole(version, deploying.signing, senderKey.sign(deploying.hash), { deploy });
        expect(await signedOfData(deploying.data, hex(own))).toEqual(signed);
      }
    });

    it('names the message by its normalized hash, with or without a state', async () => {
      const signed = await signedOfData(data, hex(signature));
      const body = signedBody(version, signing, signature);
      const to = Address.parse((data as unknown as { senderAddress: string }).senderAddress);
      expect(signed.hash).toBe(hex(normalizedHash(to, body)));
    });
  });

  it.each(['v4r2', 'v5r1'] as const)('takes the message of %s that @ton/ton signed', async (version) => {
    const key = { workchain: 0, publicKey: Buffer.from(senderKey.publicKey) };
    const transfer = {
      seqno: 5,
      timeout: 1_800_000_000,
      sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
      messages: [internal({ to: Address.parse(accountOf(0xcd)), value: 100_000_000n, bounce: true })],
      secretKey: senderKey.secretKey,
    };
    const [four, five] = [WalletContractV4.create(key), WalletContractV5R1.create(key)];
    const signed =
      version === 'v4r2'
        ? { to: four.address, body: four.createTransfer(transfer) }
        : { to: five.address, body: five.createTransfer(transfer) };
    const message = beginCell()
      .store(storeMessage(external(signed)))
      .endCell();
    const { data, hash } = signable(version);
    const expected = await signedOfData(data, hex(senderKey.sign(hash)));
    for (const form of ['hex', 'base64'] as const) {
      expect(await signedOfData(data, message.toBoc().toString(form))).toEqual(expected);
    }
  });

  const { data, hash, signing } = signable();
  const signature = senderKey.sign(hash);

  it('takes a message whose parts stand in other cells', async () => {
    // Body, state, source and import fee as nobody writes them: only the signature counts.
    const to = Address.parse((data as unknown as { senderAddress: string }).senderAddress);
    const { code, data: state } = walletInit(walletOf('v4r2', senderKey.publicKey));
    const message = beginCell()
      .storeUint(0b10, 2)
      .storeUint(0b01, 2)
      .storeUint(8, 9)
      .storeUint(255, 8)
      .storeAddress(to)
      .storeCoins(7n)
      .storeUint(0b10, 2)
      .storeBit(false)
      .storeBit(false)
      .storeMaybeRef(code)
      .storeMaybeRef(state)
      .storeMaybeRef(beginCell().storeUint(1, 1).endCell())
      .storeBit(true)
      .storeRef(signedBody('v4r2', signing, signature))
      .endCell();
    const signed = await signedOfData(data, message.toBoc().toString('base64'));
    expect(signed).toEqual(await signedOfData(data, hex(signature)));
  });

  it('refuses a signature with a flipped bit', async () => {
    for (let i = 0; i < 64; i++) {
      const flipped = Uint8Array.from(signature, (byte, k) => (k === i ? byte ^ 1 : byte));
      expect([i, (await refusal(data, hex(flipped)))?.code]).toEqual([i, 'signature.mismatch']);
    }
  });

  it('refuses a signature for another wallet id, time or sequence number', async () => {
    for (const changes of [
      { nonce: '6' },
      { params: { timeout: 1_800_000_001 } },
      { params: { walletId: 1, unusualStart: true } },
    ]) {
      const other = signable('v4r2', changes);
      expect((await refusal(data, hex(senderKey.sign(other.hash))))?.code).toBe('signature.mismatch');
    }
  });

  it('refuses a key of another signer that the wallet names', async () => {
    const text = JSON.stringify({ publicKey: hex(otherKey.publicKey), signature: hex(signature) });
    expect((await refusal(data, text))?.code).toBe('signature.mismatch');
  });

  /** L of RFC 8032: the order of the group. */
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;

  it('refuses the second form of a valid signature, with S + L', async () => {
    const s = BigInt(`0x${hex(signature.slice(32).reverse())}`) + order;
    const larger = Uint8Array.from(Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse());
    expect((await refusal(data, hex(Uint8Array.from([...signature.slice(0, 32), ...larger]))))?.code).toBe(
      'signature.mismatch',
    );
  });

  // Points of small order (the list of libsodium, ed25519_ref10.c: blacklist). With such a key, one signature is good for many messages.
  const smallOrder = [
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ];

  it.each(smallOrder)('refuses a point of small order as key and signature: %s', async (point) => {
    for (const first of smallOrder) {
      const text = `${first}${'00'.repeat(32)}`;
      expect((await refusal(data, text))?.code).toBe('signature.mismatch');
      const weak = dataOf('transfer', { params: { publicKey: point, unusualStart: true } });
      expect((await refusal(weak, text))?.code).toBe('signature.mismatch');
    }
  });

  it('refuses 64 zeros', async () => {
    expect((await refusal(data, '00'.repeat(64)))?.code).toBe('signature.mismatch');
  });

  it.each([
    ['nothing', ''],
    ['words', 'not a signature!'],
    ['63 bytes', hex(signature.slice(1))],
    ['65 bytes', `${hex(signature)}00`],
    ['a DER signature', `30440220${'11'.repeat(32)}0220${'22'.repeat(32)}`],
    ['broken JSON', '{"signature":'],
    ['JSON without a signature', '{}'],
    ['a BOC that is no message', hex(Cell.EMPTY.toBoc())],
    ['the signing message itself', hex(signing.toBoc())],
    ['the signed body alone', hex(signedBody('v4r2', signing, signature).toBoc())],
    ['a BOC with a byte more', `${hex(whole('v4r2', signing, signature))}00`],
    ['a message that is too long', '00'.repeat(70_000)],
  ])('refuses %s', async (_, text) => {
    expect((await refusal(data, text))?.code).toBe('signature.malformed');
  });

  it('refuses a BOC with two messages', async () => {
    const [one, two] = [1, 2].map((n) => beginCell().storeUint(n, 8).endCell());
    if (one === undefined || two === undefined) throw new Error();
    // Two roots, without an index: serialized_boc#b5ee9c72.
    const boc = `b5ee9c72 01 01 02 02 00 06 00 01 0002 01 0002 02`.replaceAll(' ', '');
    expect(Cell.fromBoc(Buffer.from(boc, 'hex')).map((cell) => cell.hash())).toEqual([one.hash(), two.hash()]);
    expect((await refusal(data, boc))?.code).toBe('signature.malformed');
  });
});
