import { createHash } from 'node:crypto';
// Importing tronweb puts its protobuf classes into a global. Its own functions find them there too.
import { utils } from 'tronweb';
import { int64Of, messageOf } from './wire.ts';

/** Bytes in lower-case hex, without 0x. */
export type Hex = string;

export type Resource = 'BANDWIDTH' | 'ENERGY' | 'TRON_POWER';

/** What a transaction does. Addresses are 21 bytes in hex, amounts are sun or base units. */
export type Contract =
  | { readonly type: 'TransferContract'; readonly owner: Hex; readonly to: Hex; readonly amount: bigint }
  | {
      readonly type: 'TransferAssetContract';
      readonly owner: Hex;
      readonly to: Hex;
      readonly amount: bigint;
      /** The bytes of the token's id, which are ASCII digits. */
      readonly asset: Hex;
    }
  | {
      readonly type: 'VoteWitnessContract';
      readonly owner: Hex;
      readonly votes: readonly { readonly address: Hex; readonly count: bigint }[];
    }
  | { readonly type: 'WithdrawBalanceContract'; readonly owner: Hex }
  | {
      readonly type: 'TriggerSmartContract';
      readonly owner: Hex;
      readonly contract: Hex;
      readonly data: Hex;
      readonly callValue: bigint;
      readonly callTokenValue: bigint;
      readonly tokenId: bigint;
    }
  | {
      readonly type: 'FreezeBalanceV2Contract' | 'UnfreezeBalanceV2Contract';
      readonly owner: Hex;
      readonly amount: bigint;
      readonly resource: Resource;
    }
  | { readonly type: 'WithdrawExpireUnfreezeContract' | 'CancelAllUnfreezeV2Contract'; readonly owner: Hex }
  | {
      readonly type: 'DelegateResourceContract' | 'UnDelegateResourceContract';
      readonly owner: Hex;
      readonly receiver: Hex;
      readonly amount: bigint;
      readonly resource: Resource;
      readonly lock: boolean;
      readonly lockPeriod: bigint;
    };

/** A transaction as a node takes it from the wire. */
export interface Submission {
  /** Hex of sha256 of `raw`. */
  readonly id: Hex;
  readonly raw: Uint8Array;
  /** The whole transaction without its results. Its length counts for bandwidth. */
  readonly bytes: Uint8Array;
  readonly signatures: readonly Hex[];
  readonly refBlockBytes: Hex;
  readonly refBlockHash: Hex;
  /** Milliseconds. 0 if the client did not set it. */
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit: bigint;
  readonly memo: Hex;
  readonly permissionId: number;
  /** The number of the contract's type. */
  readonly kind: number;
  readonly contract: Contract;
}

/** The contracts that this engine executes, by the numbers of `protocol.Transaction.Contract.ContractType`. */
const kinds: Readonly<Record<number, Contract['type']>> = {
  1: 'TransferContract',
  2: 'TransferAssetContract',
  4: 'VoteWitnessContract',
  13: 'WithdrawBalanceContract',
  31: 'TriggerSmartContract',
  54: 'FreezeBalanceV2Contract',
  55: 'UnfreezeBalanceV2Contract',
  56: 'WithdrawExpireUnfreezeContract',
  57: 'DelegateResourceContract',
  58: 'UnDelegateResourceContract',
  59: 'CancelAllUnfreezeV2Contract',
};

const resources: readonly Resource[] = ['BANDWIDTH', 'ENERGY', 'TRON_POWER'];

/** The getters of tronweb's generated classes that are used here. */
interface Message {
  serializeBinary(): Uint8Array;
  getRawData(): Message;
  getSignatureList_asU8(): Uint8Array[];
  getRefBlockBytes_asU8(): Uint8Array;
  getRefBlockHash_asU8(): Uint8Array;
  getExpiration(): number;
  getTimestamp(): number;
  getData_asU8(): Uint8Array;
  getContractList(): Message[];
  getType(): number;
  getPermissionId(): number;
  getParameter(): { getValue_asU8(): Uint8Array };
  getOwnerAddress_asU8(): Uint8Array;
  getToAddress_asU8(): Uint8Array;
  getAssetName_asU8(): Uint8Array;
  getContractAddress_asU8(): Uint8Array;
  getReceiverAddress_asU8(): Uint8Array;
  getVotesList(): Message[];
  getVoteAddress_asU8(): Uint8Array;
  getVoteCount(): number;
  getResource(): number;
  getLock(): boolean;
}

interface MessageClass {
  deserializeBinary(bytes: Uint8Array): Message;
}

function messageClass(name: string): MessageClass {
  const { TronWebProto } = globalThis as unknown as { TronWebProto: Record<string, MessageClass> };
  const found = TronWebProto[name];
  if (found === undefined) throw new TypeError(`tronweb does not know the message ${name}.`);
  return found;
}

/** Decodes a whole transaction. Undefined if it holds not exactly one contract. */
export function decodeTransaction(bytes: Uint8Array): Submission | undefined {
  const transaction = messageClass('Transaction').deserializeBinary(bytes);
  return submissionOf(transaction, transaction.getSignatureList_asU8().map(hex));
}

/** Decodes the JSON of a transaction. As in a node, the bytes follow from `raw_data`. */
export function encodeJson(json: Readonly<Record<string, unknown>>): Submission | undefined {
  const rounded = JSON.parse(
    JSON.stringify(json, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  );
  let transaction = utils.transaction.txJsonToPb(rounded) as Message;
  // tronweb writes integers from doubles. Where one is too large for that, the client's own bytes say the rest of it.
  const given = messageClass('Transaction').deserializeBinary(
    messageOf([[1, Buffer.from(String(json.raw_data_hex ?? ''), 'hex')]]),
  );
  if (hasLargeInteger(json) && isSameRounded(given, transaction)) transaction = given;
  const signatures = Array.isArray(json.signature) ? json.signature : [json.signature];
  return submissionOf(
    transaction,
    signatures.filter((one): one is string => typeof one === 'string').map((one) => one.toLowerCase()),
  );
}

function hasLargeInteger(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLargeInteger);
}

/** Whether two transactions with one contract differ at most by what a double cannot hold. */
function isSameRounded(a: Message, b: Message): boolean {
  const texts = [a, b].map((transaction) => {
    const submission = submissionOf(transaction, []);
    return JSON.stringify({ ...submission, id: '', raw: '', bytes: '' }, (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
  });
  return texts[0] === texts[1];
}

function submissionOf(transaction: Message, signatures: readonly Hex[]): Submission | undefined {
  const data = transaction.getRawData();
  const [contract, ...more] = data?.getContractList() ?? [];
  if (contract === undefined || more.length > 0) return undefined;
  const raw = data.serializeBinary();
  const bytes = messageOf([[1, raw], ...signatures.map((one) => [2, Buffer.from(one, 'hex')] as const)]);
  return {
    id: createHash('sha256').update(raw).digest('hex'),
    raw,
    bytes,
    signatures,
    refBlockBytes: hex(data.getRefBlockBytes_asU8()),
    refBlockHash: hex(data.getRefBlockHash_asU8()),
    expiration: data.getExpiration(),
    timestamp: data.getTimestamp(),
    feeLimit: int64Of(raw, 18),
    memo: hex(data.getData_asU8()),
    permissionId: contract.getPermissionId(),
    kind: contract.getType(),
    contract: contractOf(contract.getType(), contract.getParameter().getValue_asU8()),
  };
}

function contractOf(kind: number, bytes: Uint8Array): Contract {
  const type = kinds[kind];
  if (type === undefined) throw new TypeError(`This engine does not execute contracts of type ${kind}.`);
  const message = messageClass(type).deserializeBinary(bytes);
  const owner = hex(message.getOwnerAddress_asU8());
  switch (type) {
    case 'TransferContract':
      return { type, owner, to: hex(message.getToAddress_asU8()), amount: int64Of(bytes, 3) };
    case 'TransferAssetContract':
      return {
        type,
        owner,
        to: hex(message.getToAddress_asU8()),
        amount: int64Of(bytes, 4),
        asset: hex(message.getAssetName_asU8()),
      };
    case 'VoteWitnessContract':
      return {
        type,
        owner,
        votes: message
          .getVotesList()
          .map((vote) => ({ address: hex(vote.getVoteAddress_asU8()), count: BigInt(vote.getVoteCount()) })),
      };
    case 'TriggerSmartContract':
      return {
        type,
        owner,
        contract: hex(message.getContractAddress_asU8()),
        data: hex(message.getData_asU8()),
        callValue: int64Of(bytes, 3),
        callTokenValue: int64Of(bytes, 5),
        tokenId: int64Of(bytes, 6),
      };
    case 'FreezeBalanceV2Contract':
    case 'UnfreezeBalanceV2Contract':
      return { type, owner, amount: int64Of(bytes, 2), resource: resourceOf(message) };
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return {
        type,
        owner,
        receiver: hex(message.getReceiverAddress_asU8()),
        amount: int64Of(bytes, 3),
        resource: resourceOf(message),
        lock: type === 'DelegateResourceContract' && message.getLock(),
        lockPeriod: type === 'DelegateResourceContract' ? int64Of(bytes, 6) : 0n,
      };
    default:
      return { type, owner };
  }
}

function resourceOf(message: Message): Resource {
  return resources[message.getResource()] ?? 'TRON_POWER';
}

function hex(bytes: Uint8Array): Hex {
  return Buffer.from(bytes).toString('hex');
}
