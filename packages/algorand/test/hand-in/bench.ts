import { createHash } from 'node:crypto';
import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import type { StandIn, UpstreamAnswer } from '@isochain/conformance/hand-ins/stand-in.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base32nopad } from '@scure/base';

// The REST interface of a node. Each account that is asked for exists, holds 1000 ALGO, and signs with its own key.

const round = 55_000_000;

const account = (address: string): object => ({
  ...{ address, amount: 1_000_000_000, 'amount-without-pending-rewards': 1_000_000_000, 'min-balance': 100_000 },
  ...{ 'pending-rewards': 0, rewards: 0, round, status: 'Offline' },
  ...{ 'total-apps-opted-in': 0, 'total-assets-opted-in': 0, 'total-created-apps': 0, 'total-created-assets': 0 },
});

const status = {
  ...{ 'last-round': round, 'time-since-last-round': 1_000_000_000, 'catchup-time': 0 },
  ...{ 'stopped-at-unsupported-round': false, 'next-version-supported': true, 'next-version-round': round + 1 },
  ...{ 'last-version': 'future', 'next-version': 'future' },
};

const node =
  (genesisId: string, genesisHash: string): StandIn =>
  ({ path: pathAndQuery }): UpstreamAnswer => {
    const [path = ''] = pathAndQuery.split('?');
    const json = (body: unknown): UpstreamAnswer => ({ status: 200, body: JSON.stringify(body) });
    const [, address] = /\/accounts\/(\w+)$/.exec(path) ?? [];
    if (address !== undefined) return json(account(address));
    if (path.endsWith('/assets')) return json({ round, 'asset-holdings': [] });
    if (path.endsWith('/status')) return json(status);
    return json({
      ...{ 'genesis-id': genesisId, 'genesis-hash': genesisHash, 'last-round': round, 'min-fee': 1000, fee: 0 },
      'consensus-version': 'future',
    });
  };

/** The address of a key (algorand/go-algorand, data/basics/address.go). */
function addressOf(key: Uint8Array): string {
  const checksum = createHash('sha512-256').update(key).digest().subarray(-4);
  return base32nopad.encode(Buffer.concat([key, checksum]));
}

const addresses = new Map<number, string>();

/** An account that somebody has the key of: others cannot sign. */
function address(number: number): string {
  const known = addresses.get(number);
  if (known !== undefined) return known;
  const seed = Buffer.from(`${'ab'.repeat(24)}${number.toString(16).padStart(16, '0')}`, 'hex');
  const made = addressOf(ed25519.getPublicKey(seed));
  addresses.set(number, made);
  return made;
}

/** The key of RFC 8032, section 7.1, test 1. */
const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

export const bench: BenchHandIn = {
  chainId: 'algorand',
  endpoint: { kind: 'algod' },
  answer: node('mainnet-v1.0', 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8='),
  // The test network (go-algorand, installer/genesis/testnet/genesis.json).
  lie: node('testnet-v1.0', 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI='),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    recipientAddress: addressOf(Buffer.from(publicKey, 'hex')),
    amount: '10000000',
  }),
  account: address,
  publicKey,
};
