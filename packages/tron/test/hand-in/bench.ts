import { createHash } from 'node:crypto';
import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { writeMessage } from '@isochain/core/protobuf';
import { utils } from 'tronweb';

// The interface of a node. Each account has 1000 TRX and its free bandwidth, and the recipient exists.

const json = (body: unknown): UpstreamAnswer => ({ body: JSON.stringify(body) });

const genesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
/** Of the test network Nile (tronprotocol/documentation-en). */
const anotherGenesis = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';

/** With mainnet's prices of 2026, as nodes list them. */
const parameters = Object.entries({
  getTransactionFee: 1000,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getCreateNewAccountBandwidthRate: 1,
  getEnergyFee: 100,
  getMaxFeeLimit: 15_000_000_000,
  getMemoFee: 1_000_000,
  getUnfreezeDelayDays: 14,
  getForbidTransferToContract: 1,
}).map(([key, value]) => ({ key, value }));

/** A block of now, whose id is the hash of its header. */
function latestBlock(): object {
  const now = Date.now();
  const timestamp = now - (now % 3000);
  const number = 80_000_000;
  const header = { number, timestamp, txTrieRoot: '', parentHash: '', witness_address: '', version: 34 };
  const bytes = writeMessage([
    [1, BigInt(timestamp)],
    [7, BigInt(number)],
    [10, BigInt(header.version)],
  ]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { blockID: `${number.toString(16).padStart(16, '0')}${hash.slice(16)}`, block_header: { raw_data: header } };
}

const node =
  (firstBlock: string): StandIn =>
  ({ path, body }) => {
    const asked = JSON.parse(body || '{}') as { readonly id_or_num?: string; readonly address?: string };
    switch (path) {
      case '/wallet/getblock':
      case '/walletsolidity/getblock':
        return json(asked.id_or_num === '0' ? { blockID: firstBlock } : latestBlock());
      case '/wallet/getchainparameters':
        return json({ chainParameter: parameters });
      case '/wallet/getaccount':
        return json({ address: asked.address, balance: 1_000_000_000, create_time: 1_700_000_000_000 });
      case '/wallet/getaccountresource':
        return json({ freeNetLimit: 600, TotalNetLimit: 43_200_000_000, TotalNetWeight: 27_907_349_371 });
      case '/wallet/triggerconstantcontract':
        return json({ result: { result: true }, energy_used: 500, constant_result: ['0'.repeat(64)] });
      default:
        return json({});
    }
  };

function address(number: number): string {
  return utils.address.fromHex(`41${'ab'.repeat(12)}${number.toString(16).padStart(16, '0')}`);
}

export const bench: BenchHandIn = {
  chainId: 'tron',
  endpoint: { kind: 'node' },
  answer: node(genesis),
  lie: node(anotherGenesis),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    recipientAddress: 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL',
    amount: '1000000',
  }),
  account: address,
  // The generator of secp256k1 (SEC 2, section 2.4.1).
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};
