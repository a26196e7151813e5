import {
  Asset,
  FeeBumpTransaction,
  MuxedAccount,
  Networks,
  type Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import { latest, now, pageOf, problemOf, type ScriptedRequest, Status, timeOf } from './scripted-horizon.ts';

// What Horizon writes of transactions in ledgers, made from envelopes by @stellar/stellar-base. Our own reading of envelopes has no part in it.
// Shapes: stellar/go, protocols/horizon/main.go and operations/main.go.

/** A transaction of a ledger. */
export interface Mined {
  /** Signed or not, in base64. */
  readonly envelope: string;
  /** In base64. By default all its operations succeed, and 100 stroops are charged. */
  readonly result?: string;
  /** By default the one before the latest. */
  readonly ledger?: number;
  /** Its number within the ledger. By default 1. */
  readonly order?: number;
  readonly passphrase?: string;
  /** Effects that Horizon tells, without their ids: by the number of the operation, from 0 on. */
  readonly effects?: readonly (readonly [number, Readonly<Record<string, unknown>>])[];
  /** Whom it concerns without being named by an operation. */
  readonly concerned?: readonly string[];
  /** Members that are added to operations, by their number from 0 on. */
  readonly details?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
}

/** A transaction as Horizon writes it, its operations without and with it, and its effects. All oldest first. */
export interface Written {
  readonly hash: string;
  readonly innerHash: string | undefined;
  readonly transaction: Readonly<Record<string, unknown>> & {
    readonly fee_charged: string;
    readonly envelope_xdr: string;
    readonly result_xdr: string;
  };
  readonly operations: readonly Readonly<Record<string, unknown>>[];
  readonly joined: readonly Readonly<Record<string, unknown>>[];
  readonly effects: readonly Readonly<Record<string, unknown>>[];
  /** Who takes part in each operation. */
  readonly parties: readonly (readonly string[])[];
  /** Whom the transaction concerns: also who paid for it. */
  readonly concerned: readonly string[];
}

const base = (address: string) =>
  address.startsWith('M') ? MuxedAccount.fromAddress(address, '0').baseAccount().accountId() : address;

const idOf = (address: string) =>
  new DataView(new Uint8Array(StrKey.decodeMed25519PublicKey(address)).buffer).getBigUint64(32).toString();

const account = (name: string, address: string) => ({
  [name]: base(address),
  ...(address.startsWith('M') ? { [`${name}_muxed`]: address, [`${name}_muxed_id`]: idOf(address) } : {}),
});

const asset = (value: Asset, prefix = '') =>
  value.isNative()
    ? { [`${prefix}asset_type`]: 'native' }
    : {
        [`${prefix}asset_type`]: value.getAssetType(),
        [`${prefix}asset_code`]: value.getCode(),
        [`${prefix}asset_issuer`]: value.getIssuer(),
      };

function innerOf(envelope: string, passphrase: string) {
  const outer = TransactionBuilder.fromXDR(envelope, passphrase);
  return outer instanceof FeeBumpTransaction ? { outer, inner: outer.innerTransaction } : { outer, inner: outer };
}

/** Results in which everything succeeds. Amounts that only the ledger knows are those of `operations`. */
export function resultOf(
  operations: readonly xdr.OperationResultTr[],
  { fee = 100n, isSuccess = true, inner }: { fee?: bigint; isSuccess?: boolean; inner?: string | undefined } = {},
): string {
  const results = operations.map((each) => xdr.OperationResult.opInner(each));
  const ext = xdr.TransactionResultExt.fromXDR(Buffer.alloc(4));
  const charged = xdr.Int64.fromString(fee.toString());
  if (inner === undefined) {
    const result = xdr.TransactionResultResult[isSuccess ? 'txSuccess' : 'txFailed'](results);
    return new xdr.TransactionResult({ feeCharged: charged, result, ext }).toXDR('base64');
  }
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: Buffer.from(inner, 'hex'),
    result: new xdr.InnerTransactionResult({
      feeCharged: xdr.Int64.fromString('0'),
      result: xdr.InnerTransactionResultResult[isSuccess ? 'txSuccess' : 'txFailed'](results),
      ext: xdr.InnerTransactionResultExt.fromXDR(Buffer.alloc(4)),
    }),
  });
  const result = xdr.TransactionResultResult[isSuccess ? 'txFeeBumpInnerSuccess' : 'txFeeBumpInnerFailed'](pair);
  return new xdr.TransactionResult({ feeCharged: charged, result, ext }).toXDR('base64');
}

/** The result of an operation that succeeded and tells nothing. */
const silentResults: Partial<Record<Operation['type'], () => xdr.OperationResultTr>> = {
  payment: () => xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()),
  createAccount: () => xdr.OperationResultTr.createAccount(xdr.CreateAccountResult.createAccountSuccess()),
  changeTrust: () => xdr.OperationResultTr.changeTrust(xdr.ChangeTrustResult.changeTrustSuccess()),
  setOptions: () => xdr.OperationResultTr.setOptions(xdr.SetOptionsResult.setOptionsSuccess()),
  clawback: () => xdr.OperationResultTr.clawback(xdr.ClawbackResult.clawbackSuccess()),
  claimClaimableBalance: () =>
    xdr.OperationResultTr.claimClaimableBalance(xdr.ClaimClaimableBalanceResult.claimClaimableBalanceSuccess()),
  createClaimableBalance: () =>
    xdr.OperationResultTr.createClaimableBalance(
      xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(
        xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(Buffer.alloc(32, 7)),
      ),
    ),
  beginSponsoringFutureReserves: () =>
    xdr.OperationResultTr.beginSponsoringFutureReserves(
      xdr.BeginSponsoringFutureReservesResult.beginSponsoringFutureReservesSuccess(),
    ),
  endSponsoringFutureReserves: () =>
    xdr.OperationResultTr.endSponsoringFutureReserves(
      xdr.EndSponsoringFutureReservesResult.endSponsoringFutureReservesSuccess(),
    ),
  liquidityPoolDeposit: () =>
    xdr.OperationResultTr.liquidityPoolDeposit(xdr.LiquidityPoolDepositResult.liquidityPoolDepositSuccess()),
  liquidityPoolWithdraw: () =>
    xdr.OperationResultTr.liquidityPoolWithdraw(xdr.LiquidityPoolWithdrawResult.liquidityPoolWithdrawSuccess()),
  invokeHostFunction: () =>
    xdr.OperationResultTr.invokeHostFunction(
      xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(Buffer.alloc(32, 9)),
    ),
};

/** The results of all operations of an envelope, if they tell nothing. */
export function usualResults(envelope: string, passphrase: string = Networks.PUBLIC): xdr.OperationResultTr[] {
  return innerOf(envelope, passphrase).inner.operations.map(({ type }) => {
    const made = silentResults[type];
    if (made === undefined) throw new Error(`A result of ${type} must be given.`);
    return made();
  });
}

/** The fields of an operation's type, and who takes part beside its source. */
function detailsOf(operation: Operation, source: string): { fields: object; parties?: readonly string[] } {
  switch (operation.type) {
    case 'createAccount':
      return {
        fields: {
          starting_balance: operation.startingBalance,
          ...account('funder', source),
          account: operation.destination,
        },
        parties: [operation.destination],
      };
    case 'payment':
      return {
        fields: {
          ...asset(operation.asset),
          ...account('from', source),
          ...account('to', operation.destination),
          amount: operation.amount,
        },
        parties: [base(operation.destination)],
      };
    case 'pathPaymentStrictReceive':
      return {
        fields: {
          ...asset(operation.destAsset),
          ...account('from', source),
          ...account('to', operation.destination),
          amount: operation.destAmount,
          path: [],
          source_amount: '0.0000000',
          source_max: operation.sendMax,
          ...asset(operation.sendAsset, 'source_'),
        },
        parties: [base(operation.destination)],
      };
    case 'pathPaymentStrictSend':
      return {
        fields: {
          ...asset(operation.destAsset),
          ...account('from', source),
          ...account('to', operation.destination),
          amount: '0.0000000',
          path: [],
          source_amount: operation.sendAmount,
          destination_min: operation.destMin,
          ...asset(operation.sendAsset, 'source_'),
        },
        parties: [base(operation.destination)],
      };
    case 'changeTrust':
      return {
        fields: {
          ...(operation.line instanceof Asset
            ? { ...asset(operation.line), trustee: operation.line.getIssuer() }
            : { asset_type: 'liquidity_pool_shares' }),
          limit: operation.limit,
          ...account('trustor', source),
        },
      };
    case 'accountMerge':
      return {
        fields: { ...account('account', source), ...account('into', operation.destination) },
        parties: [base(operation.destination)],
      };
    case 'createClaimableBalance':
      return {
        fields: {
          asset: operation.asset.toString(),
          amount: operation.amount,
          claimants: operation.claimants.map(({ destination }) => ({ destination, predicate: {} })),
        },
        parties: operation.claimants.map(({ destination }) => destination),
      };
    case 'claimClaimableBalance':
      return { fields: { balance_id: operation.balanceId, ...account('claimant', source) } };
    case 'clawback':
      return {
        fields: { ...asset(operation.asset), ...account('from', operation.from), amount: operation.amount },
        parties: [base(operation.from)],
      };
    default:
      return { fields: {} };
  }
}

const typeNumbers: Readonly<Record<string, number>> = { createAccount: 0, payment: 1, changeTrust: 6, accountMerge: 8 };

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function memoOf({ memo }: Transaction): object {
  const bytes = Buffer.from((memo.value ?? '') as string | Buffer);
  if (memo.type === 'none') return { memo_type: 'none' };
  if (memo.type === 'text')
    return { memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64'), memo_type: 'text' };
  return { memo: memo.type === 'id' ? String(memo.value) : bytes.toString('base64'), memo_type: memo.type };
}

/** Writes a transaction of a ledger. */
export function write(mined: Mined): Written {
  const { envelope, ledger = latest - 1, order = 1, passphrase = Networks.PUBLIC } = mined;
  const { outer, inner } = innerOf(envelope, passphrase);
  const hash = outer.hash().toString('hex');
  const innerHash = outer === inner ? undefined : inner.hash().toString('hex');
  const result = mined.result ?? resultOf(usualResults(envelope, passphrase), { inner: innerHash });
  const { name } = xdr.TransactionResult.fromXDR(result, 'base64').result().switch();
  const successful = name === 'txSuccess' || name === 'txFeeBumpInnerSuccess';
  const feePayer = outer instanceof FeeBumpTransaction ? outer.feeSource : inner.source;
  const place = (BigInt(ledger) << 32n) | (BigInt(order) << 12n);
  const time = timeOf(now - (latest - ledger) * 5_000);
  const transaction = {
    ...memoOf(inner),
    id: hash,
    paging_token: place.toString(),
    successful,
    hash,
    ledger,
    created_at: time,
    ...account('source_account', inner.source),
    source_account_sequence: inner.sequence,
    ...account('fee_account', feePayer),
    fee_charged: xdr.TransactionResult.fromXDR(result, 'base64').feeCharged().toString(),
    max_fee: outer.fee,
    operation_count: inner.operations.length,
    envelope_xdr: envelope,
    result_xdr: result,
    fee_meta_xdr: 'AAAAAA==',
    signatures: [],
    ...(innerHash === undefined
      ? {}
      : {
          fee_bump_transaction: { hash, signatures: [] },
          inner_transaction: { hash: innerHash, signatures: [], max_fee: inner.fee },
        }),
  };
  const all = inner.operations.map((operation, i) => {
    const source = operation.source ?? inner.source;
    const id = (place + BigInt(i) + 1n).toString();
    const { fields, parties = [] } = detailsOf(operation, source);
    const record = {
      _links: { self: { href: `https://elsewhere.example/operations/${id}` } },
      id,
      paging_token: id,
      transaction_successful: successful,
      ...account('source_account', source),
      type: snake(operation.type),
      type_i: typeNumbers[operation.type] ?? 24,
      created_at: time,
      transaction_hash: hash,
      ...fields,
      ...mined.details?.[i],
    };
    return { record, parties: [base(source), ...parties] };
  });
  const effects = (mined.effects ?? []).map(([i, effect], n) => {
    const id = place + BigInt(i) + 1n;
    return {
      id: `${id.toString().padStart(19, '0')}-${String(n + 1).padStart(10, '0')}`,
      paging_token: `${id}-${n + 1}`,
      created_at: time,
      ...effect,
    };
  });
  const operations = all.map(({ record }) => record);
  return {
    hash,
    innerHash,
    transaction,
    operations,
    joined: operations.map((record) => ({ ...record, transaction })),
    effects,
    parties: all.map(({ parties }) => parties),
    concerned: [
      ...(mined.concerned ?? []),
      base(inner.source),
      base(feePayer),
      ...all.flatMap(({ parties }) => parties),
    ],
  };
}

/** Answers of a server that has these transactions, by path. They come oldest first. */
export function historyOf(
  written: readonly Written[],
  { elder = 2 }: { readonly elder?: number } = {},
): Record<string, unknown> {
  const headers = { 'latest-ledger': String(latest) };
  const answer = (body: object) => new Status(200, body, headers);
  const own: Record<string, unknown> = {};
  for (const each of written) {
    for (const hash of [each.hash, each.innerHash]) {
      if (hash === undefined) continue;
      own[`/transactions/${hash}`] = answer({ ...each.transaction, id: hash, hash });
      own[`/transactions/${hash}/operations`] = answer(pageOf(each.operations));
      own[`/transactions/${hash}/effects`] = answer(pageOf(each.effects));
    }
  }
  for (const party of new Set(written.flatMap(({ concerned }) => concerned))) {
    const list = (name: string, rowsOf: (each: Written) => readonly Row[]) => {
      own[`/accounts/${party}/${name}`] = ({ query }: ScriptedRequest) => {
        const cursor = query.get('cursor');
        if (cursor !== null && BigInt(cursor) <= BigInt(elder) << 32n) return problemOf(410, 'before_history');
        const records = written
          .flatMap(rowsOf)
          .toReversed()
          .filter((row) => cursor === null || BigInt(row.paging_token as string) < BigInt(cursor));
        return answer(pageOf(records.slice(0, Number(query.get('limit')))));
      };
    };
    list('operations', ({ joined, parties }) => joined.filter((_, i) => parties[i]?.includes(party)));
    list('transactions', ({ transaction, concerned }) => (concerned.includes(party) ? [transaction] : []));
  }
  return own;
}

type Row = Readonly<Record<string, unknown>>;
