import { Address } from '@ton/core';
import { textOf } from '../bodies.ts';
import type { Entry } from '../ledger.ts';
import type { MessageRecord } from '../messages.ts';
import { boc64 } from '../text.ts';

const hash64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** A transaction as v2 writes it (raw.transaction). */
export function transactionJson({
  transaction,
  account,
  hash,
  lt,
  inMessage,
  outMessages,
}: Entry): Record<string, unknown> {
  const { description, totalFees } = transaction;
  const storageFee =
    description.type === 'generic' || description.type === 'tick-tock'
      ? (description.storagePhase?.storageFeesCollected ?? 0n)
      : 0n;
  // What a sender pays: the fees of the transaction and those of what it sends.
  const forwarded = outMessages.reduce(
    (sum, { message: { info } }) => sum + (info.type === 'internal' ? info.forwardFee + info.ihrFee : 0n),
    0n,
  );
  const fee = totalFees.coins + forwarded;
  return {
    '@type': 'raw.transaction',
    address: { '@type': 'accountAddress', account_address: account.toString() },
    account: account.toRawString(),
    utime: transaction.now,
    data: boc64(transaction.raw),
    transaction_id: { '@type': 'internal.transactionId', lt: String(lt), hash: hash64(hash) },
    fee: String(fee),
    storage_fee: String(storageFee),
    other_fee: String(fee - storageFee),
    ...(inMessage === undefined ? {} : { in_msg: messageJson(inMessage) }),
    out_msgs: outMessages.map(messageJson),
  };
}

function messageJson({ hash, message: { info, init, body } }: MessageRecord): Record<string, unknown> {
  const internal = info.type === 'internal' ? info : undefined;
  const comment = textOf(body);
  return {
    '@type': 'raw.message',
    hash: hash64(hash),
    source: info.src instanceof Address ? info.src.toString() : '',
    destination: info.dest instanceof Address ? info.dest.toString() : '',
    value: String(internal?.value.coins ?? 0n),
    extra_currencies: [],
    fwd_fee: String(internal?.forwardFee ?? 0n),
    ihr_fee: String(internal?.ihrFee ?? 0n),
    created_lt: String(info.type === 'external-in' ? 0n : info.createdLt),
    body_hash: body.hash().toString('base64'),
    msg_data:
      comment === undefined
        ? { '@type': 'msg.dataRaw', body: boc64(body), init_state: init?.code ? boc64(init.code) : '' }
        : { '@type': 'msg.dataText', text: Buffer.from(comment).toString('base64') },
    // Without a comment it is the body, in lines of 60 characters.
    message: comment ?? (body.bits.length === 0 && body.refs.length === 0 ? '' : `${boc64(body)}\n`),
  };
}
