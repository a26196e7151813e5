import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse, QueryParamsResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryBalanceResponse, QuerySpendableBalanceByDenomRequest } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import type { CheckResult } from './stand-in/ledger.ts';
import { MessageError } from './stand-in/types.ts';

// CometBFT's JSON-RPC over a node of tests. cosmjs-types writes the protobuf.

/** A call of JSON-RPC. */
export interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
}

interface Account {
  readonly number: bigint;
  readonly sequence: bigint;
  /** 33 bytes. Undefined before the first transaction. */
  readonly publicKey?: Uint8Array | undefined;
}

/** What a node knows. Undefined stands for what it does not know. */
export interface CometNode {
  /** The chain's own id. */
  readonly network: string;
  /** When the latest block was made, in milliseconds since 1970. */
  readonly latestAt: number;
  account(address: string): Account | undefined;
  /** In the smallest unit, by the name of the query. */
  balance(query: 'Balance' | 'SpendableBalanceByDenom', address: string, denom: string): bigint | undefined;
  /**
   * The gas that a transaction uses.
   *
   * @throws MessageError if it would fail.
   */
  simulate(transaction: Uint8Array): bigint | undefined;
  /** The answers to further queries in protobuf, by gRPC path and request. */
  further(path: string, request: Uint8Array): Uint8Array | undefined;
  /** The node's answer to a transaction, or an error of JSON-RPC. */
  send(transaction: Uint8Array): (CheckResult & { readonly hash: string }) | { readonly error: unknown };
  /** The block of a transaction. */
  heightOf(hash: string): number | undefined;
  /** The answer to a search. Undefined without an index. */
  search?(params: Call['params']): unknown;
}

/** Answers a call, or a batch of them. */
export function answerCalls(node: CometNode, body: Call | readonly Call[]): Response {
  const answer = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answerCall(node, call) });
  return Response.json(Array.isArray(body) ? body.map(answer) : answer(body as Call));
}

const internalError = (data: string) => ({ error: { code: -32603, message: 'Internal error', data } });

function answerCall(node: CometNode, { method, params }: Call): object {
  switch (method) {
    case 'status': {
      const latest = new Date(node.latestAt).toISOString();
      return { result: { node_info: { network: node.network }, sync_info: { latest_block_time: latest } } };
    }
    case 'abci_query':
      return { result: { response: abci(node, params.path ?? '', Buffer.from(params.data ?? '', 'hex')) } };
    case 'broadcast_tx_sync': {
      const answer = node.send(Buffer.from(params.tx ?? '', 'base64'));
      return 'error' in answer ? answer : { result: { ...answer, data: '' } };
    }
    case 'tx': {
      const hash = Buffer.from(params.hash ?? '', 'base64')
        .toString('hex')
        .toUpperCase();
      const height = node.heightOf(hash);
      return height === undefined
        ? internalError(`tx (${hash}) not found`)
        : { result: { hash, height: String(height) } };
    }
    case 'tx_search': {
      const result = node.search?.(params);
      return result === undefined ? internalError('transaction indexing is disabled') : { result };
    }
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}

/** `ResponseQuery` of CometBFT. */
function abci(node: CometNode, path: string, request: Uint8Array): object {
  const refuse = (code: number, log: string) => ({ code, log, codespace: 'sdk', value: null });
  try {
    const found = node.further(path, request) ?? answerQuery(node, path, request);
    if (found === undefined) return refuse(6, `unknown query path: ${path}: unknown request`);
    return { code: 0, log: '', codespace: '', value: Buffer.from(found).toString('base64') };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return refuse(error.code, error.message);
  }
}

function answerQuery(node: CometNode, path: string, request: Uint8Array): Uint8Array | undefined {
  switch (path) {
    case '/cosmos.auth.v1beta1.Query/Account': {
      const { address } = QueryAccountRequest.decode(request);
      const account = node.account(address);
      if (account === undefined) throw new MessageError(`account ${address} not found: key not found`, 22);
      return QueryAccountResponse.encode({ account: packed(address, account) }).finish();
    }
    case '/cosmos.auth.v1beta1.Query/Params': {
      const params = { maxMemoCharacters: 256n, txSigLimit: 7n, txSizeCostPerByte: 10n };
      const all = { ...params, sigVerifyCostEd25519: 590n, sigVerifyCostSecp256k1: 1000n };
      return QueryParamsResponse.encode({ params: all }).finish();
    }
    // Both queries take an address and a denomination, and answer one coin.
    case '/cosmos.bank.v1beta1.Query/Balance':
    case '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom': {
      const { address, denom } = QuerySpendableBalanceByDenomRequest.decode(request);
      const amount = node.balance(path.endsWith('/Balance') ? 'Balance' : 'SpendableBalanceByDenom', address, denom);
      if (amount === undefined) return undefined;
      return QueryBalanceResponse.encode({ balance: { denom, amount: String(amount) } }).finish();
    }
    case '/cosmos.tx.v1beta1.Service/Simulate': {
      const gasUsed = node.simulate(SimulateRequest.decode(request).txBytes);
      if (gasUsed === undefined) return undefined;
      const gasInfo = { gasWanted: 0n, gasUsed };
      return SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo })).finish();
    }
    default:
      return undefined;
  }
}

function packed(address: string, { number, sequence, publicKey }: Account) {
  const pubKey = publicKey && {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    value: PubKey.encode({ key: publicKey }).finish(),
  };
  const base = BaseAccount.fromPartial({ address, accountNumber: number, sequence, ...(pubKey ? { pubKey } : {}) });
  return { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value: BaseAccount.encode(base).finish() };
}
