import type { Deed, Scene } from '@isochain/conformance';
import type { StellarEngine } from '@isochain/devnet/stellar';
import { Asset, Claimant, hash, Operation, xdr } from '@stellar/stellar-base';
import { type TestKey, testKey } from './keys.ts';
import { type OwnTransaction, sendOwn } from './own-transaction.ts';

// What happens to accounts beside the intents of the family. @stellar/stellar-base makes and signs it.

const xlm = 10_000_000n;
/** Nobody else has these numbers. */
const outsider = testKey(20_000);
let merged = 30_000;

export const withoutDeeds = { 'a contract that pays back': 'The stand-in carries out no contracts.' };

/** @param engine - It runs when a deed is done. */
export function deedsOf(engine: () => StellarEngine): readonly Deed<TestKey>[] {
  const demo = () => {
    const [code = '', issuer] = engine().tokenIds.demo.split(':');
    return new Asset(code, issuer);
  };
  const pay = (from: TestKey, to: TestKey, amount: string, asset = Asset.native()) =>
    Operation.payment({ source: from.address, destination: to.address, asset, amount });
  /** Not to the recipient: a payment to oneself needs no balance. */
  const tooMuch = (from: TestKey) => pay(from, outsider, '99999999');
  const send = async (order: OwnTransaction) => (await sendOwn(engine(), order)).id;
  /** The outsider has what it gives. */
  const invite = async (who = outsider) => {
    await engine().fund(who.address, 100n * xlm);
    await engine().fund(who.address, 1_000_000n, engine().tokenIds.demo);
    return who.signing;
  };

  return [
    {
      kind: 'a transaction that fails',
      make: ({ sender, recipient }) =>
        send({
          by: sender.signing,
          operations: [pay(sender, recipient, '1'), pay(sender, recipient, '0.01', demo()), tooMuch(sender)],
        }),
    },
    {
      kind: 'a transaction that fails',
      name: 'a failure that a fee bump pays for',
      make: async ({ sender, recipient }) =>
        send({
          by: await invite(),
          others: [sender.signing],
          operations: [pay(outsider, recipient, '1'), tooMuch(sender)],
          payer: sender.signing,
        }),
    },
    {
      kind: 'fees that another account pays',
      name: 'a fee bump of an outsider',
      make: async ({ sender, recipient }) =>
        send({
          by: sender.signing,
          operations: [pay(sender, recipient, '2'), pay(sender, recipient, '0.02', demo())],
          payer: await invite(),
        }),
    },
    {
      kind: 'fees that another account pays',
      name: 'a fee bump of the sender for an outsider',
      make: async ({ sender, recipient }) =>
        send({ by: await invite(), operations: [pay(outsider, recipient, '3')], payer: sender.signing }),
    },
    {
      kind: 'fees that another account pays',
      name: 'a payment with the sequence number of an outsider',
      make: async ({ sender, recipient }) =>
        send({ by: await invite(), others: [sender.signing], operations: [pay(sender, recipient, '4')] }),
    },
    {
      kind: 'several movements in one transaction',
      make: ({ sender, recipient }) => send(batch(engine(), { sender, recipient }, demo(), pay)),
    },
    {
      kind: 'a sender from outside',
      make: async ({ sender, recipient }) =>
        send({
          by: await invite(),
          operations: [
            ...[pay(outsider, sender, '5'), pay(outsider, recipient, '6')],
            pay(outsider, recipient, '0.03', demo()),
          ],
        }),
    },
    {
      kind: 'a sender from outside',
      name: 'an outsider closes its account',
      make: async ({ sender, recipient }) => {
        merged += 1;
        const leaving = testKey(merged);
        await engine().fund(leaving.address, 7n * xlm);
        return send({
          by: leaving.signing,
          operations: [pay(leaving, sender, '1'), Operation.accountMerge({ destination: recipient.address })],
        });
      },
    },
  ];
}

/** Coins and tokens go there, and some of them come back. A balance is locked up, and claimed at once. */
function batch(
  engine: StellarEngine,
  { sender, recipient }: Pick<Scene<TestKey>, 'sender' | 'recipient'>,
  demo: Asset,
  pay: (from: TestKey, to: TestKey, amount: string, asset?: Asset) => xdr.Operation,
): OwnTransaction {
  const { sequence = 0n } = engine.accountState(sender.address) ?? {};
  const claimants = [new Claimant(recipient.address)];
  return {
    by: sender.signing,
    others: [recipient.signing],
    operations: [
      ...[pay(sender, recipient, '7'), pay(sender, recipient, '0.04', demo)],
      ...[pay(recipient, sender, '2.5'), pay(recipient, sender, '0.01', demo)],
      Operation.createClaimableBalance({ asset: demo, amount: '0.02', claimants }),
      Operation.claimClaimableBalance({ balanceId: balanceId(sender, sequence + 1n, 4), source: recipient.address }),
      Operation.pathPaymentStrictSend({
        ...{ sendAsset: demo, sendAmount: '0.05', destination: recipient.address },
        ...{ destAsset: demo, destMin: '0.05', path: [] },
      }),
    ],
  };
}

/** The id of a claimable balance, which follows from its transaction (CAP-23). */
function balanceId({ signing }: TestKey, sequence: bigint, opNum: number): string {
  const sourceAccount = xdr.PublicKey.publicKeyTypeEd25519(signing.rawPublicKey());
  const seqNum = new xdr.Int64(sequence.toString());
  const id = new xdr.HashIdPreimageOperationId({ sourceAccount, seqNum, opNum });
  const hashed = hash(xdr.HashIdPreimage.envelopeTypeOpId(id).toXDR());
  return xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(hashed).toXDR('hex');
}
