import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';

// The REST interface of a node. Each account has 1000 APT and the key of this file, and the recipient exists.

/** The key with the private key 07…07, as the fact sheet of ed25519 in RFC 8032 derives it. */
const publicKey = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c';

/** SHA3-256 of the key and 00: its authentication key, which every account here has. */
const authenticationKey = '0xcc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad';

/** The headers of every answer (aptos-labs/aptos-core, api/types/src/headers.rs). */
const headersOf = (chainId: number) => ({
  'x-aptos-chain-id': String(chainId),
  'x-aptos-ledger-version': '3556737308',
  'x-aptos-ledger-timestampusec': `${Date.now()}000`,
});

const simulated = {
  ...{ success: true, vm_status: 'Executed successfully', gas_used: '61' },
  ...{ gas_unit_price: '100', max_gas_amount: '20000000', events: [], changes: [] },
};

const node =
  (chainId: number): StandIn =>
  ({ path }): UpstreamAnswer => {
    const json = (body: unknown, status = 200): UpstreamAnswer => ({
      status,
      headers: headersOf(chainId),
      body: JSON.stringify(body),
    });
    if (path.includes('/balance/')) return json(100_000_000_000);
    if (path.includes('/resource/')) {
      const message = 'Resource not found by Address, Struct tag and Ledger version';
      return json({ message, error_code: 'resource_not_found', vm_error_code: null }, 404);
    }
    if (path.includes('/transactions/by_hash/')) {
      const message = 'Transaction not found by Transaction hash';
      return json({ message, error_code: 'transaction_not_found', vm_error_code: null }, 404);
    }
    if (path.endsWith('/transactions/simulate')) return json([simulated]);
    if (path.endsWith('/estimate_gas_price'))
      return json({ deprioritized_gas_estimate: 100, gas_estimate: 100, prioritized_gas_estimate: 150 });
    if (path.includes('/accounts/')) return json({ sequence_number: '7', authentication_key: authenticationKey });
    return json({
      ...{ chain_id: chainId, epoch: '15000', ledger_version: '3556737308', oldest_ledger_version: '0' },
      ...{ ledger_timestamp: `${Date.now()}000`, node_role: 'full_node', block_height: '420000000' },
    });
  };

function address(number: number): string {
  return `0x${'ab'.repeat(24)}${number.toString(16).padStart(16, '0')}`;
}

export const bench: BenchHandIn = {
  chainId: 'aptos',
  endpoint: { kind: 'node' },
  answer: node(1),
  lie: node(2),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    senderPubKey: publicKey,
    recipientAddress: `0x${'cd'.repeat(32)}`,
    amount: '100000000',
  }),
  account: address,
  publicKey,
};
