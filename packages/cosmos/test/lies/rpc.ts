import type { Codec } from '@isochain/conformance';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse, QueryParamsResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { answerCalls, type CometNode } from '../comet.ts';
import type { Ledger } from '../stand-in/ledger.ts';
import { roleOf } from './names.ts';

// The chain in memory over CometBFT's JSON-RPC.

/** Answers calls of JSON-RPC. */
export function answerRpc(ledger: Ledger, init: RequestInit | undefined): Response {
  const text = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body);
  return answerCalls(nodeOf(ledger), JSON.parse(text));
}

function nodeOf(ledger: Ledger): CometNode {
  const { nativeId: network, denom, minGasPrice } = ledger.chain;
  return {
    network,
    latestAt: ledger.now(),
    account: (address) => ledger.accounts.get(address),
    balance: (query, address, of) =>
      query === 'Balance' ? ledger.balance(address, of) : ledger.spendable(address, of),
    simulate: (transaction) => ledger.simulate(transaction),
    further(path) {
      if (path !== '/feemarket.feemarket.v1.Query/GasPrice') return undefined;
      // A DecCoin in the place of a Coin: its amount counts units of 10^-18.
      return QueryBalanceResponse.encode({ balance: { denom, amount: String(minGasPrice) } }).finish();
    },
    send: (transaction) => ledger.send(transaction),
    heightOf: (hash) => ledger.transactions.find((mined) => mined.hash === hash)?.height,
  };
}

interface Question {
  readonly method: string;
  readonly params?: unknown;
}

/** Names the answer to a query by its gRPC method, and by the role of the account. */
export function nameOf({ method, params }: Question): string | undefined {
  if (method !== 'abci_query') return undefined;
  const { path = '', data = '' } = params as { path?: string; data?: string };
  const name = `abci_query ${path.split('/').at(-1)}`;
  if (!path.endsWith('/Account')) return name;
  return `${name} ${roleOf(QueryAccountRequest.decode(Buffer.from(data, 'hex')).address)}`;
}

interface Message<T> {
  decode(bytes: Uint8Array): T;
  encode(message: T): { finish(): Uint8Array };
  fromPartial(partial: object): T;
}

function codecOf<T>(type: Message<T>): Codec {
  return {
    decode: (value) => (typeof value === 'string' ? type.decode(Buffer.from(value, 'base64')) : value),
    encode(opened) {
      if (typeof opened !== 'object' || opened === null) return opened;
      return Buffer.from(type.encode(type.fromPartial(opened)).finish()).toString('base64');
    },
  };
}

const wholeAccount: Codec = {
  decode(value) {
    const { account } = QueryAccountResponse.decode(Buffer.from(String(value), 'base64'));
    return { type: account?.typeUrl ?? '', base: BaseAccount.decode(account?.value ?? new Uint8Array()) };
  },
  encode(opened) {
    if (typeof opened !== 'object' || opened === null) return opened;
    const { type = '', base = {} } = opened as { type?: string; base?: object };
    const value = BaseAccount.encode(BaseAccount.fromPartial(base)).finish();
    return Buffer.from(QueryAccountResponse.encode({ account: { typeUrl: type, value } }).finish()).toString('base64');
  },
};

/** Codecs by the names of fields. */
export const codecs: Readonly<Record<string, Codec>> = {
  'abci_query Account sender.response.value': wholeAccount,
  'abci_query Account recipient.response.value': wholeAccount,
  'abci_query Params.response.value': codecOf(QueryParamsResponse),
  'abci_query SpendableBalanceByDenom.response.value': codecOf(QueryBalanceResponse),
  'abci_query GasPrice.response.value': codecOf(QueryBalanceResponse),
  'abci_query Simulate.response.value': codecOf(SimulateResponse),
};
