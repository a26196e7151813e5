import { Networks, TransactionBuilder } from '@stellar/stellar-base';
import {
  connectTo,
  type HorizonScript,
  issuer,
  recipient,
  type ScriptedAccount,
  sender,
  token,
} from './scripted-horizon.ts';

/** All news of an answer, by code and field. */
const told = (news: readonly News[]): string[] => news.map(({ code, field = '' }) => `${code} ${field}`);

interface News {
  readonly code?: string | undefined;
  readonly field?: string | undefined;
}

interface Parties {
  readonly sender?: ScriptedAccount;
  /** Undefined: it does not exist. */
  readonly recipient?: ScriptedAccount | undefined;
  readonly issuer?: ScriptedAccount | undefined;
}

/** A server with these accounts. By default sender and recipient have a trustline each, and the sender has 100 of the smallest unit. */
export function scriptOf(parties: Parties = {}): HorizonScript {
  const { sender: from = { lines: [{ token, balance: 100n }] } } = parties;
  const to = 'recipient' in parties ? parties.recipient : { lines: [{ token }] };
  const issuedBy = 'issuer' in parties ? parties.issuer : {};
  return {
    accounts: {
      [sender]: from,
      ...(to === undefined ? {} : { [recipient]: to }),
      ...(issuedBy === undefined ? {} : { [issuer]: issuedBy }),
    },
  };
}

/** Encodes an intent, and reads the operation of its bytes with @stellar/stellar-base. */
export async function encode(script: HorizonScript, intent: object) {
  const { chain, onTrace, roundTrips, asked } = connectTo(script);
  const answer = await chain.encode(intent as never, { onTrace });
  const { errors, warnings } = answer.status;
  const envelope = answer.transaction.encoded?.[0]?.raw?.value;
  const bytes = envelope === undefined ? undefined : TransactionBuilder.fromXDR(envelope, Networks.PUBLIC);
  return {
    data: answer.transaction.data as Readonly<Record<string, unknown>> & { readonly params?: Record<string, unknown> },
    errors: told(errors),
    warnings: told(warnings),
    messages: [...errors, ...warnings].map(({ message }) => message),
    operation: bytes?.operations[0],
    bytes,
    roundTrips: roundTrips(),
    asked: asked.map(({ path, query }) => ({ path, query })),
  };
}

/** A transfer of tokens by `sender`. */
export const transferToken = {
  mode: 'transferToken',
  senderAddress: sender,
  recipientAddress: recipient,
  tokenId: token,
  amount: '40',
} as const;

/** The same, of everything. */
export const transferAll = {
  mode: 'transferToken',
  senderAddress: sender,
  recipientAddress: recipient,
  tokenId: token,
  useMaxAmount: true,
} as const;

export const enableToken = { mode: 'enableToken', senderAddress: sender, tokenId: token } as const;
