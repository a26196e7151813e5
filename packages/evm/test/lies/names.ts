import type { RpcQuestion } from '@isochain/conformance';
import { ann, bob } from '../signers.ts';
import { calldataOf, nameOfCall } from './calldata.ts';

const people: Readonly<Record<string, string>> = {
  [ann.address.toLowerCase()]: 'sender',
  [bob.address.toLowerCase()]: 'recipient',
};

/** A block is asked for by its name, or by its number: another question, and other lies. */
const tagOf = (tag: unknown) => (/^0x/.test(String(tag)) ? 'by number' : String(tag));

/** By method, what tells one question from another: `eth_call aggregate3`, `eth_getCode sender`, `eth_getBalance pending`, ... */
const details: Readonly<Record<string, (question: RpcQuestion) => string>> = {
  eth_call(question) {
    const data = calldataOf(question);
    return data.startsWith('0x82ad56cb') ? 'aggregate3' : nameOfCall(data);
  },
  eth_getCode: ({ params }) => people[(params as string[])[0]?.toLowerCase() ?? ''] ?? 'token',
  eth_getBalance: ({ params }) => tagOf((params as unknown[])[1]),
  eth_getTransactionCount: ({ params }) => tagOf((params as unknown[])[1]),
  eth_getBlockByNumber: ({ params }) => tagOf((params as unknown[])[0]),
};

/** Names the answer to a call of JSON-RPC. */
export function nameOf(question: RpcQuestion): string | undefined {
  const detail = details[question.method]?.(question);
  return detail === undefined ? undefined : `${question.method} ${detail}`;
}

/** All of Etherscan's lists are at one path. */
export function nameOfRequest({ searchParams }: URL): string | undefined {
  const action = searchParams.get('action');
  return action === null ? undefined : `etherscan ${action}`;
}
