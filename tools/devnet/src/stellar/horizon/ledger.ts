import type { Core, Ledger } from '../core/core.ts';
import { toText, toTime } from '../units.ts';
import { link, pagedLink } from './links.ts';
import { toid } from './page.ts';

const protocolVersion = 27;

/** `GET /ledgers/{sequence}` (stellar/go:protocols/horizon Ledger). */
export function ledgerResource(ledger: Ledger) {
  const self = `/ledgers/${ledger.sequence}`;
  const successful = ledger.entries.filter(({ applied }) => applied.outcome.code === 'txSuccess');
  const count = (entries: Ledger['entries']) =>
    entries.reduce((sum, { submission }) => sum + submission.inner.operations.length, 0);
  return {
    _links: {
      self: link(self),
      transactions: pagedLink(`${self}/transactions`),
      operations: pagedLink(`${self}/operations`),
      payments: pagedLink(`${self}/payments`),
      effects: pagedLink(`${self}/effects`),
    },
    id: ledger.hash,
    paging_token: toid(ledger.sequence).toString(),
    hash: ledger.hash,
    prev_hash: ledger.previousHash,
    sequence: ledger.sequence,
    successful_transaction_count: successful.length,
    failed_transaction_count: ledger.entries.length - successful.length,
    operation_count: count(successful),
    tx_set_operation_count: count(ledger.entries),
    closed_at: toTime(ledger.closeTime),
    total_coins: toText(500_018_067_812_925_1234n),
    fee_pool: toText(98_765_432_101_234n),
    base_fee_in_stroops: Number(ledger.baseFee),
    base_reserve_in_stroops: Number(ledger.baseReserve),
    max_tx_set_size: 1000,
    protocol_version: protocolVersion,
    header_xdr: '',
  };
}

/** `GET /` (stellar-horizon:internal/resourceadapter/root.go). */
export function rootResource(core: Core) {
  const { head, historyHead, settings } = core;
  const page = '{?cursor,limit,order}';
  return {
    _links: {
      account: link('/accounts/{account_id}'),
      accounts: link('/accounts{?signer,sponsor,asset,liquidity_pool,cursor,limit,order}'),
      account_transactions: link(`/accounts/{account_id}/transactions${page}`),
      claimable_balances: link('/claimable_balances{?asset,sponsor,claimant,cursor,limit,order}'),
      assets: link('/assets{?asset_code,asset_issuer,cursor,limit,order}'),
      effects: link(`/effects${page}`),
      fee_stats: link('/fee_stats'),
      ledger: link('/ledgers/{sequence}'),
      ledgers: link(`/ledgers${page}`),
      offer: link('/offers/{offer_id}'),
      operation: link('/operations/{id}'),
      operations: link('/operations{?cursor,limit,order,include_failed}'),
      payments: link('/payments{?cursor,limit,order,include_failed}'),
      self: link('/'),
      transaction: link('/transactions/{hash}'),
      transactions: link(`/transactions${page}`),
    },
    horizon_version: '28.0.0-stand-in',
    core_version: 'stellar-core 27.0.0 (stand-in)',
    ingest_latest_ledger: historyHead.sequence,
    history_latest_ledger: historyHead.sequence,
    history_latest_ledger_closed_at: toTime(historyHead.closeTime),
    history_elder_ledger: settings.elder,
    core_latest_ledger: head.sequence,
    network_passphrase: core.passphrase,
    current_protocol_version: protocolVersion,
    supported_protocol_version: protocolVersion,
    core_supported_protocol_version: protocolVersion,
  };
}
