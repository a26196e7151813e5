import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { testKey } from '../keys.ts';

// A REST interface of Cosmos Hub. Each account has 1000 ATOM, and has signed nothing so far.

const json = (body: unknown, status = 200): UpstreamAnswer => ({ status, body: JSON.stringify(body) });

const denom = 'uatom';
const amount = '1000000000';

const rest =
  (network: string): StandIn =>
  ({ path }) => {
    const [route = ''] = path.split('?');
    const [, address] = /^\/cosmos\/auth\/v1beta1\/accounts\/(\w+)$/.exec(route) ?? [];
    if (address !== undefined) {
      const account = {
        '@type': '/cosmos.auth.v1beta1.BaseAccount',
        address,
        pub_key: null,
        account_number: '31094',
        sequence: '7',
      };
      return json({ account });
    }
    if (route.endsWith('/by_denom')) return json({ balance: { denom, amount } });
    if (/\/(spendable_)?balances\//.test(route))
      return json({ balances: [{ denom, amount }], pagination: { next_key: null, total: '1' } });
    switch (route) {
      case '/cosmos/base/tendermint/v1beta1/node_info':
        return json({ default_node_info: { network } });
      case '/cosmos/base/node/v1beta1/status':
        return json({ height: '26000000', timestamp: new Date().toISOString() });
      case '/feemarket/v1/gas_price/uatom':
        return json({ price: { denom, amount: '0.005000000000000000' } });
      case '/cosmos/tx/v1beta1/simulate':
        return json({ gas_info: { gas_wanted: '0', gas_used: '78741' } });
      default:
        // Delegations, unbondings and rewards: there are none.
        return json({
          delegation_responses: [],
          unbonding_responses: [],
          rewards: [],
          total: [],
          pagination: { next_key: null },
        });
    }
  };

const hub = { prefix: 'cosmos', keys: 'secp256k1' } as const;

export const bench: BenchHandIn = {
  chainId: 'cosmoshub',
  endpoint: { kind: 'rest' },
  answer: rest('cosmoshub-4'),
  lie: rest('osmosis-1'),
  transfer(number) {
    const { address, publicKey } = testKey(hub, number);
    return {
      ...{ mode: 'transfer', senderAddress: address, senderPubKey: publicKey },
      // A sender of the recordings.
      ...{ recipientAddress: 'cosmos1g84934jpu3v5de5yqukkkhxmcvsw3u2ajxvpdl', amount: '1000000' },
    };
  },
  account: (number) => testKey(hub, number).address,
  // SEC 2, section 2.4.1: the generator of secp256k1.
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};
