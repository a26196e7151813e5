import type { Codec } from '@isochain/conformance';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse, QueryParamsResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryBalanceResponse, QuerySpendableBalanceByDenomRequest } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import type { Account, Ledger } from '../stand-in/ledger.ts';
import { MessageError } from '../stand-in/types.ts';
import { roleOf } from './names.ts';

// The chain in memory over CometBFT's JSON-RPC. cosmjs-types writes the protobuf.

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Answers calls of JSON-RPC. */
export async function answerRpc(ledger: Ledger, init: RequestInit | undefined): Promise<Response> {
  const text = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init?.body);
  const body = JSON.parse(text) as Call | readonly Call[];
  const answer = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answerOne(ledger, call) });
  return Response.json(Array.isArray(body) ? body.map(answer) : answer(body as Call));
}

function answerOne(ledger: Ledger, { method, params }: Call): object {
  switch (method) {
    case 'status':
      return {
        result: {
          node_info: { network: ledger.chain.nativeId },
          sync_info: { latest_block_time: new Date(ledger.now()).toISOString() },
        },
      };
    case 'abci_query':
      return { result: { response: abci(ledger, params.path ?? '', Buffer.from(params.data ?? '', 'hex')) } };
    case 'broadcast_tx_sync': {
      const { code, codespace, log, hash } = ledger.send(Buffer.from(params.tx ?? '', 'base64'));
      return { result: { code, codespace, log, data: '', hash } };
    }
    case 'tx': {
      const hash = Buffer.from(params.hash ?? '', 'base64')
        .toString('hex')
        .toUpperCase();
      const found = ledger.transactions.find((mined) => mined.hash === hash);
      if (found !== undefined) return { result: { hash, height: String(found.height) } };
      return { error: { code: -32603, message: 'Internal error', data: `tx (${hash}) not found` } };
    }
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}

/** `ResponseQuery` of CometBFT. */
function abci(ledger: Ledger, path: string, data: Uint8Array): object {
  const value = (bytes: Uint8Array) => ({
    code: 0,
    log: '',
    codespace: '',
    value: Buffer.from(bytes).toString('base64'),
  });
  const refuse = (code: number, log: string) => ({ code, log, codespace: 'sdk', value: null });
  switch (path) {
    case '/cosmos.auth.v1beta1.Query/Account': {
      const { address } = QueryAccountRequest.decode(data);
      const account = ledger.accounts.get(address);
      if (account === undefined) return refuse(22, `account ${address} not found: key not found`);
      return value(QueryAccountResponse.encode({ account: packed(address, account) }).finish());
    }
    case '/cosmos.auth.v1beta1.Query/Params': {
      const params = { maxMemoCharacters: 256n, txSigLimit: 7n, txSizeCostPerByte: 10n };
      const all = { ...params, sigVerifyCostEd25519: 590n, sigVerifyCostSecp256k1: 1000n };
      return value(QueryParamsResponse.encode({ params: all }).finish());
    }
    // Both queries take an address and a denomination, and answer one coin.
    case '/cosmos.bank.v1beta1.Query/Balance':
    case '/cosmos.bank.v1beta1.Query/SpendableBalanceByDenom': {
      const { address, denom } = QuerySpendableBalanceByDenomRequest.decode(data);
      return value(
        QueryBalanceResponse.encode({ balance: { denom, amount: String(ledger.balance(address, denom)) } }).finish(),
      );
    }
    // A DecCoin in the place of a Coin: its amount counts units of 10^-18.
    case '/feemarket.feemarket.v1.Query/GasPrice': {
      const { denom, minGasPrice } = ledger.chain;
      return value(QueryBalanceResponse.encode({ balance: { denom, amount: String(minGasPrice) } }).finish());
    }
    case '/cosmos.tx.v1beta1.Service/Simulate':
      try {
        const gasInfo = { gasWanted: 0n, gasUsed: ledger.simulate(SimulateRequest.decode(data).txBytes) };
        return value(SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo })).finish());
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        return refuse(error.code, error.message);
      }
  }
  return refuse(6, `unknown query path: ${path}: unknown request`);
}

function packed(address: string, { number, sequence, publicKey }: Account) {
  const pubKey = publicKey && {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    value: PubKey.encode({ key: publicKey }).finish(),
  };
  const base = BaseAccount.fromPartial({ address, accountNumber: number, sequence, ...(pubKey ? { pubKey } : {}) });
  return { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value: BaseAccount.encode(base).finish() };
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
