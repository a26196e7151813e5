import { createPrivateKey, sign } from 'node:crypto';
import { turns } from '@isochain/dial';
import {
  type Address,
  beginCell as begin,
  type Cell,
  comment,
  external,
  internal,
  type MessageRelaxed,
  type SendMode,
  type StateInit,
  storeMessage,
} from '@ton/core';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf, walletOf } from '../../test/plans.ts';
import { seededKey } from '../../test/seeded-key.ts';
import { externalMessage, signedBody } from '../wallets/signing-message.ts';
import { addressOfWallet, type WalletVersion, walletInit, walletVersions } from '../wallets/wallet.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';

// The same transfers, made with @ton/ton. It has no v4r1: tonweb's contract takes the messages of v4r2 (fixtures/sdk.json has one).

const key = seededKey(new Uint8Array(32).fill(3));
const publicKey = Buffer.from(key.publicKey);
/** PKCS #8 in front of an Ed25519 seed (RFC 8410, section 7). */
const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 3)]);
const nodeKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });

const transfers = fc.record({
  to: fc
    .tuple(fc.constantFrom(0, 0, 0, -1), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([workchain, hash]) => `${workchain}:${Buffer.from(hash).toString('hex')}`),
  amount: fc.oneof(fc.bigInt(1n, 255n), fc.bigInt(1n, 2n ** 64n), fc.bigInt(1n, 2n ** 120n - 1n)),
  mode: fc.constantFrom(3, 3, 130),
  bounce: fc.boolean(),
  memo: fc.option(
    fc.oneof(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 130 }),
      // Around the ends of the first, second and third cell.
      fc.constantFrom(35, 36, 122, 123, 124, 249, 250, 251, 377, 378, 600).map((length) => 'm'.repeat(length)),
    ),
    { nil: undefined },
  ),
  seqno: fc.oneof(fc.constantFrom(0, 1, 2 ** 32 - 1), fc.nat(1_000_000)),
  validUntil: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
});

interface SdkWallet {
  readonly address: Address;
  readonly init: StateInit;
  // A method, so that the compiler compares its parameters less strictly: the versions differ in arguments that are not used here.
  createTransfer(transfer: {
    seqno: number;
    timeout: number;
    sendMode: SendMode;
    messages: MessageRelaxed[];
    signer: (message: Cell) => Promise<Buffer>;
  }): Promise<Cell>;
}

const sdkWallet: Readonly<Record<WalletVersion, SdkWallet>> = {
  v3r1: WalletContractV3R1.create({ workchain: 0, publicKey }),
  v3r2: WalletContractV3R2.create({ workchain: 0, publicKey }),
  v4r1: WalletContractV4.create({ workchain: 0, publicKey }),
  v4r2: WalletContractV4.create({ workchain: 0, publicKey }),
  v5r1: WalletContractV5R1.create({ workchain: 0, publicKey }),
};

const runs = turns(1_000);

describe(`${runs} random transfers`, () => {
  it.each(walletVersions)('of %s have the bytes of @ton/ton', async (version) => {
    const wallet = walletOf(version, key.publicKey);
    const theirs = sdkWallet[version];
    if (version !== 'v4r1') expect(addressOfWallet(wallet).equals(theirs.address)).toBe(true);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(transfers, async (transfer) => {
        const value = transfer.mode === 130 ? 0n : transfer.amount;
        const plan = planOf(wallet, { ...transfer, amount: value });
        let signing: Cell | undefined;
        let signature = Buffer.alloc(0);
        const body = await theirs.createTransfer({
          seqno: transfer.seqno,
          timeout: transfer.validUntil,
          sendMode: transfer.mode as SendMode,
          messages: [
            internal({
              to: plan.message.to,
              value,
              bounce: transfer.bounce,
              ...(transfer.memo === undefined ? {} : { body: comment(transfer.memo) }),
            }),
          ],
          signer: async (message: Cell) => {
            signing = message;
            signature = sign(null, message.hash(), nodeKey);
            return signature;
          },
        });
        const init = plan.deploy ? (version === 'v4r1' ? walletInit(wallet) : theirs.init) : undefined;
        const whole = begin()
          .store(storeMessage(external({ to: addressOfWallet(wallet), init, body })))
          .endCell();

        // Equal hashes are equal cells.
        const { items, unsigned } = assemble(plan);
        expect(items[0]?.hash?.value).toBe(signing?.hash().toString('hex'));
        const bits = signedBody(version, unsigned.signing, Uint8Array.from(signature));
        const made = externalMessage(plan.sender, bits, plan.deploy ? walletInit(wallet) : undefined);
        expect(made.hash().toString('hex')).toBe(whole.hash().toString('hex'));
        // To write cells and to verify a signature take long.
        count += 1;
        if (count % 25 > 0) return;
        expect(items[0]?.raw?.value).toBe(signing?.toBoc().toString('hex'));
        const expected = { raw: whole.toBoc().toString('base64') };
        expect(finalize(plan, unsigned, signature.toString('hex'))).toMatchObject(expected);
        expect(finalize(plan, unsigned, whole.toBoc().toString('base64'))).toMatchObject(expected);
      }),
      { numRuns: runs },
    );
    expect(count).toBe(runs);
  });
});
