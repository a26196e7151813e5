import * as ecc from '@bitcoinerlab/secp256k1';
import type { CompletedData } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';

// Completed data for invented transfers, as encode would write them, put together with bitcoinjs-lib and by hand.

/** A signer. The data may be about any address of the key. */
export interface KeyHolder {
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: Uint8Array;
}

export interface RandomTransfer<Account extends KeyHolder> {
  readonly data: CompletedData<'transfer'>;
  readonly account: Account;
}

const network = bitcoin.networks.testnet;
/** BIP125, as encode has it. */
const sequence = 0xffff_fffd;

/** What an input weighs when it is signed, in weight units: 72 bytes of DER with its sighash type, 64 of BIP340. */
const inputWeights = { p2wpkh: 272, p2tr: 230, 'p2sh-p2wpkh': 364, p2pkh: 592 } as const;
type SenderType = keyof typeof inputWeights;
const senderTypes = Object.keys(inputWeights) as SenderType[];

function paymentOf(type: SenderType, pubkey: Uint8Array): bitcoin.Payment {
  if (type === 'p2tr') return bitcoin.payments.p2tr({ internalPubkey: pubkey.subarray(1), network });
  if (type === 'p2sh-p2wpkh')
    return bitcoin.payments.p2sh({ redeem: bitcoin.payments.p2wpkh({ pubkey, network }), network });
  return bitcoin.payments[type]({ pubkey, network });
}

/** The family refuses recipients whose hash is zero: it looks for 20 zeros in a row. No address that is drawn comes near that. */
const isNearZero = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').includes('00'.repeat(19));

/** Any address that can be paid. */
const recipient = fc
  .record({
    type: fc.constantFrom('p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'),
    bytes: fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((it) => ecc.isPrivate(it) && !isNearZero(it)),
  })
  .map(({ type, bytes }) => {
    const hash = bytes.subarray(0, 20);
    if (type === 'p2pkh') return bitcoin.address.toBase58Check(hash, network.pubKeyHash);
    if (type === 'p2sh') return bitcoin.address.toBase58Check(hash, network.scriptHash);
    if (type === 'p2tr') return bitcoin.address.toBech32(ecc.xOnlyPointFromScalar(bytes), 1, network.bech32);
    return bitcoin.address.toBech32(type === 'p2wsh' ? bytes : hash, 0, network.bech32);
  });

interface Coin {
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly value: bigint;
  /** Outputs of the transaction that it comes from, in front of it. */
  readonly others: readonly bigint[];
  /** Whether that transaction is given, if not all must be. */
  readonly isShown: boolean;
}

const coin: fc.Arbitrary<Coin> = fc.record({
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  vout: fc.nat(300),
  value: fc.bigInt({ min: 10_000n, max: 10n ** 12n }),
  others: fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { maxLength: 2 }),
  isShown: fc.boolean(),
});

/**
 * Any transfer from one address of one of the accounts: all four kinds of senders, up to three coins, with change or without, in either order,
 * with all previous transactions, some of them, or none.
 */
export function randomTransfers<Account extends KeyHolder>(
  accounts: readonly Account[],
): fc.Arbitrary<RandomTransfer<Account>> {
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      type: fc.constantFrom(...senderTypes),
      recipientAddress: recipient,
      coins: fc.uniqueArray(coin, { minLength: 1, maxLength: 3, selector: ({ txid, vout }) => `${txid} ${vout}` }),
      /** In thousandths of the whole balance. */
      share: fc.bigInt({ min: 1n, max: 990n }),
      feeRate: fc.bigInt({ min: 1n, max: 20n }),
      hasChange: fc.boolean(),
      isSorted: fc.boolean(),
      hasPrevious: fc.boolean(),
      tellsKey: fc.boolean(),
      useMaxAmount: fc.boolean(),
    })
    .map(({ account, type, recipientAddress, coins, share, feeRate, ...choice }) => {
      const { address: senderAddress = '', output: script = new Uint8Array(), redeem } = senderOf(account, type);
      const made = coins.map((each) => inputOf(each, script, type === 'p2pkh' || (choice.hasPrevious && each.isShown)));
      const inputs = made.toSorted((a, b) => (a.txid === b.txid ? a.vout - b.vout : a.txid < b.txid ? -1 : 1));

      const paid = (address: string, value: bigint, role: string) => ({ address, value: value.toString(), role });
      const weight = weightOf(type, inputs.length, [recipientAddress, ...(choice.hasChange ? [senderAddress] : [])]);
      const total = inputs.reduce((sum, { value }) => sum + BigInt(value), 0n);
      const vsize = Math.ceil(weight / 4);
      const left = total - feeRate * BigInt(vsize);
      const amount = choice.hasChange ? (left * share) / 1000n : left;
      const outputs = [paid(recipientAddress, amount, 'recipient')];
      if (choice.hasChange) outputs.push(paid(senderAddress, left - amount, 'change'));
      if (choice.isSorted) outputs.reverse();
      const previous = inputs.flatMap(({ txid, raw }) => (raw === undefined ? [] : [[txid, raw] as const]));
      const nested = type === 'p2sh-p2wpkh' && !choice.tellsKey ? redeem?.output : undefined;

      const data: CompletedData<'transfer'> = {
        mode: 'transfer',
        senderAddress,
        recipientAddress,
        amount: amount.toString(),
        useMaxAmount: choice.useMaxAmount,
        ...(choice.tellsKey ? { senderPubKey: account.publicKey } : {}),
        fees: (feeRate * BigInt(vsize)).toString(),
        params: {
          v: 1,
          feeRate: feeRate.toString(),
          lockTime: 0,
          inputs: inputs.map(({ txid, vout, value }) => ({ txid, vout, value, type, sequence })),
          outputs,
          ...(previous.length > 0 ? { prevTxs: Object.fromEntries(previous) } : {}),
          ...(nested === undefined ? {} : { redeemScript: Buffer.from(nested).toString('hex') }),
          weight,
          vsize,
        },
      };
      return { account, data };
    });
}

function senderOf({ publicKey }: KeyHolder, type: SenderType): bitcoin.Payment {
  return paymentOf(type, Buffer.from(publicKey, 'hex'));
}

/** A coin, or the output of a transaction that pays it among others. */
function inputOf({ txid, vout, value, others }: Coin, script: Uint8Array, hasPrevious: boolean) {
  if (!hasPrevious) return { txid: Buffer.from(txid).toString('hex'), vout, value: value.toString(), raw: undefined };
  const transaction = new bitcoin.Transaction();
  transaction.addInput(txid, vout);
  for (const other of others) transaction.addOutput(Buffer.of(bitcoin.opcodes.OP_TRUE), other);
  transaction.addOutput(script, value);
  return { txid: transaction.getId(), vout: others.length, value: value.toString(), raw: transaction.toHex() };
}

/** BIP141. */
function weightOf(type: SenderType, inputs: number, addresses: readonly string[]): number {
  const outputs = addresses.map((address) => 9 + bitcoin.address.toOutputScript(address, network).length);
  const bare = 4 + 1 + 1 + 4 + outputs.reduce((sum, size) => sum + size, 0);
  return 4 * bare + inputs * inputWeights[type] + (type === 'p2pkh' ? 0 : 2);
}
