import { RejectedAnswer } from '@isochain/core/upstream';
import { type RequestedMessage, readRequest } from '../../wallets/read-request.ts';
import { type ChainMessage, type ChainTransaction, hexHash, isExternal } from './transaction.ts';

/** The value is as asked for, and fees are paid apart from it (ton-blockchain/ton, crypto/block/transaction.cpp: modes of action_send_msg). */
const payFeesSeparately = 1;
/** Adds the value of the incoming message, or sends all that is left. */
const otherValue = 64 | 128;

/**
 * Compares what a wallet sent with what its owner signed, which the hash of the external message proves. So an endpoint cannot tell other recipients,
 * amounts or texts.
 *
 * @throws RejectedAnswer
 */
export function requireSigned(transaction: ChainTransaction): void {
  if (!isSigned(transaction)) throw new RejectedAnswer('it answers messages that the wallet was not asked to send');
}

/** Whether a wallet sent only what its owner signed. True for what is no order to a wallet that we know. */
export function isSigned({ inMessage, outMessages }: ChainTransaction): boolean {
  if (!isExternal(inMessage) || inMessage.body === undefined) return true;
  const asked = readRequest(inMessage.body)?.messages;
  if (asked === undefined) return true;
  const left = [...asked];
  for (const sent of outMessages) {
    const index = left.findIndex((each) => isRequested(each, sent));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return true;
}

function isRequested({ to, value, mode, body, bounce }: RequestedMessage, sent: ChainMessage): boolean {
  const hasValue = (mode & payFeesSeparately) !== 0 && (mode & otherValue) === 0;
  return (
    sent.to?.equals(to) === true &&
    sent.bounce === bounce &&
    (!hasValue || sent.value === value) &&
    (sent.body === undefined || (body !== undefined && hexHash(sent.body) === hexHash(body)))
  );
}
