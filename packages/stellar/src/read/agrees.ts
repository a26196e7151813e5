import type { OperationRecord as Signed } from '@stellar/stellar-sdk/base';
import { Asset } from '@stellar/stellar-sdk/base';
import type { Address } from '../address/address.ts';
import { fromDecimal } from '../bytes/stroops.ts';
import type { OperationRecord } from '../upstream/operation-record.ts';
import { type Performed, readAccount } from './envelope.ts';

/** What Horizon must say of an operation. Amounts are numbers here. */
type Said = Readonly<Record<string, string | bigint | undefined>>;

/**
 * Whether what Horizon says of an operation stands in the envelope. Only operations that move something are compared field by field. A field that cannot be read says
 * nothing: the envelope tells it.
 *
 * @param index - Which operation it is.
 * @param account - Must take part in it, if it is known who does.
 */
export function agrees(
  { type, source, fields }: Pick<OperationRecord, 'type' | 'source' | 'fields'>,
  operations: readonly Performed[],
  index: number,
  account?: Address,
): boolean {
  const operation = operations[index];
  if (operation === undefined || operation.source.account !== source) return false;
  const { record } = operation;
  const claims = record && claimsOf(record, source);
  if (record === undefined || claims === undefined) return true;
  const { type: expected, parties, said } = claims;
  if (type !== expected && comparedTypes.has(type)) return false;
  // Who sponsors an entry takes part too, without being named by the operation (CAP-33).
  const isSponsored = operations.some((each) => each.record?.type === 'beginSponsoringFutureReserves');
  if (account !== undefined && !isSponsored && source !== account && !parties.includes(account)) return false;
  return Object.entries(said).every(([name, value]) => {
    const found = fields[name];
    // Where a muxed account has no number, the absence says something.
    if (name !== 'to_muxed' && (typeof found !== 'string' || found === '')) return true;
    if (name.endsWith('asset_type') && !assetTypes.has(found)) return true;
    return typeof value === 'bigint' && typeof found === 'string'
      ? [value, undefined].includes(fromDecimal(found))
      : found === value;
  });
}

/** Types of the operations that are compared, as Horizon names them. */
const comparedTypes: ReadonlySet<string> = new Set([
  ...['create_account', 'payment', 'path_payment_strict_receive', 'path_payment_strict_send', 'change_trust'],
  ...['account_merge', 'create_claimable_balance'],
]);

/** Kinds of assets, as Horizon names them (stellar/go, protocols/horizon/base/main.go: Asset). */
const assetTypes: ReadonlySet<unknown> = new Set([
  ...['native', 'credit_alphanum4', 'credit_alphanum12', 'liquidity_pool_shares'],
]);

interface Claims {
  readonly type: string;
  /** Who takes part beside the source. */
  readonly parties: readonly Address[];
  readonly said: Said;
}

/** The fields by which Horizon names what stands in an operation (stellar/go, protocols/horizon/operations/main.go). Undefined for those that are not compared. */
function claimsOf(record: Signed, source: Address): Claims | undefined {
  switch (record.type) {
    case 'createAccount': {
      const { destination: account } = record;
      const said = { funder: source, account, starting_balance: amountOf(record.startingBalance) };
      return { type: 'create_account', parties: [account], said };
    }
    case 'payment': {
      const { to, said } = recipient(record.destination);
      const asset = assetFields(record.asset);
      return {
        type: 'payment',
        parties: [to],
        said: { from: source, ...said, ...asset, amount: amountOf(record.amount) },
      };
    }
    case 'pathPaymentStrictReceive': {
      const { to, said } = recipient(record.destination);
      const assets = { ...assetFields(record.destAsset), ...assetFields(record.sendAsset, 'source_') };
      const amounts = { amount: amountOf(record.destAmount), source_max: amountOf(record.sendMax) };
      return {
        type: 'path_payment_strict_receive',
        parties: [to],
        said: { from: source, ...said, ...assets, ...amounts },
      };
    }
    case 'pathPaymentStrictSend': {
      const { to, said } = recipient(record.destination);
      const assets = { ...assetFields(record.destAsset), ...assetFields(record.sendAsset, 'source_') };
      const amounts = { source_amount: amountOf(record.sendAmount), destination_min: amountOf(record.destMin) };
      return {
        type: 'path_payment_strict_send',
        parties: [to],
        said: { from: source, ...said, ...assets, ...amounts },
      };
    }
    case 'changeTrust': {
      const asset = record.line instanceof Asset ? assetFields(record.line) : {};
      return { type: 'change_trust', parties: [], said: { trustor: source, ...asset, limit: amountOf(record.limit) } };
    }
    case 'accountMerge': {
      const { account: into } = readAccount(record.destination);
      return { type: 'account_merge', parties: [into], said: { account: source, into } };
    }
    case 'createClaimableBalance': {
      const { asset } = record;
      const said = { asset: asset.toString(), amount: amountOf(record.amount) };
      return {
        type: 'create_claimable_balance',
        parties: record.claimants.map(({ destination }) => destination),
        said,
      };
    }
    default:
      return undefined;
  }
}

/** An amount that the library wrote. */
function amountOf(text: string): bigint {
  return fromDecimal(text) ?? -1n;
}

function recipient(text: string): { readonly to: Address; readonly said: Said } {
  const { account: to, id } = readAccount(text);
  return { to, said: { to, ...(id === undefined ? { to_muxed: undefined } : { to_muxed: text }) } };
}

function assetFields(asset: Asset, prefix = ''): Said {
  if (asset.isNative()) return { [`${prefix}asset_type`]: 'native' };
  return { [`${prefix}asset_code`]: asset.getCode(), [`${prefix}asset_issuer`]: asset.getIssuer() };
}
