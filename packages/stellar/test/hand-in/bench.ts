import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { Keypair, Networks, StrKey } from '@stellar/stellar-base';

// The REST interface of Horizon. Each account that is asked for exists, holds 1000 XLM, and signs with its own key.

const ledger = () => ({ sequence: 60_000_000, closed_at: new Date().toISOString() });

function account(address: string): object {
  return {
    ...{ id: address, account_id: address, sequence: '120192344791187470', subentry_count: 0 },
    ...{ num_sponsoring: 0, num_sponsored: 0, data: {} },
    thresholds: { low_threshold: 0, med_threshold: 0, high_threshold: 0 },
    flags: { auth_required: false, auth_revocable: false, auth_immutable: false, auth_clawback_enabled: false },
    balances: [
      {
        ...{ asset_type: 'native', balance: '1000.0000000' },
        ...{ buying_liabilities: '0.0000000', selling_liabilities: '0.0000000' },
      },
    ],
    signers: [{ key: address, weight: 1, type: 'ed25519_public_key' }],
  };
}

const feeStats = {
  ...{ last_ledger: '60000000', last_ledger_base_fee: '100', ledger_capacity_usage: '0.5' },
  fee_charged: { max: '200', min: '100', mode: '100', p10: '100', p50: '100', p90: '100', p95: '100', p99: '200' },
};

const horizon =
  (passphrase: string): StandIn =>
  ({ path: pathAndQuery }): UpstreamAnswer => {
    const [path = ''] = pathAndQuery.split('?');
    const json = (body: unknown): UpstreamAnswer => ({ status: 200, body: JSON.stringify(body) });
    const [, address] = /\/accounts\/(\w+)$/.exec(path) ?? [];
    if (address !== undefined) return json(account(address));
    if (path.endsWith('/fee_stats')) return json(feeStats);
    if (path.endsWith('/ledgers')) {
      const terms = { base_fee_in_stroops: 100, base_reserve_in_stroops: 5_000_000 };
      return json({ _embedded: { records: [{ ...ledger(), ...terms }] } });
    }
    const { sequence, closed_at: closedAt } = ledger();
    return json({
      ...{ network_passphrase: passphrase, history_latest_ledger: sequence, core_latest_ledger: sequence },
      ...{ history_latest_ledger_closed_at: closedAt, history_elder_ledger: 2 },
    });
  };

const addresses = new Map<number, string>();

/** An account that somebody has the key of: others cannot sign. */
function address(number: number): string {
  const known = addresses.get(number);
  if (known !== undefined) return known;
  const seed = Buffer.from(`${'ab'.repeat(24)}${number.toString(16).padStart(16, '0')}`, 'hex');
  const made = Keypair.fromRawEd25519Seed(seed).publicKey();
  addresses.set(number, made);
  return made;
}

export const bench: BenchHandIn = {
  chainId: 'stellar',
  endpoint: { kind: 'horizon' },
  answer: horizon(Networks.PUBLIC),
  lie: horizon(Networks.TESTNET),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    // The key of RFC 8032, section 7.1, test 1.
    recipientAddress: StrKey.encodeEd25519PublicKey(
      Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex'),
    ),
    amount: '100000000',
  }),
  account: address,
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
