import { PublicKey } from '@solana/web3.js';
import { someAddress } from '../addresses.ts';
import { testKey } from '../keys.ts';
import * as scripted from '../scripted-node.ts';
import { dataOf } from './account-data.ts';

// The accounts of a small cluster. The catalogue of lies names them by their role for the client.

export const sol = 1_000_000_000n;
export const epoch = 1013n;
export const never = 2n ** 64n - 1n;
/** Milliseconds since 1970. */
export const now = 1_780_070_000_000;

export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  config: 'Config1111111111111111111111111111111111111',
  metaplex: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  sysvar: 'Sysvar1111111111111111111111111111111111111',
} as const;

const seeded = (byte: number) => testKey(new Uint8Array(32).fill(byte));

/** Signs. */
export const alice = await seeded(1);
export const bob = (await seeded(2)).address;
/** Has coins, and no token account. */
export const carol = (await seeded(3)).address;
/** Does not exist yet. */
export const dave = (await seeded(4)).address;

const derive = (seeds: readonly string[], program: string) =>
  PublicKey.findProgramAddressSync(
    seeds.map((seed) => (seed === 'metadata' ? Buffer.from(seed) : new PublicKey(seed).toBytes())),
    new PublicKey(program),
  )[0].toBase58();
const tokenAccountOf = (owner: string, mint: string, program: string) =>
  derive([owner, program, mint], programs.associatedToken);
const metadataOf = (mint: string) => derive(['metadata', programs.metaplex, mint], programs.metaplex);

/** Of the Token program, with a name at Metaplex. */
export const gold = someAddress(1, 20);
/** Of Token-2022, with a name of its own, and a fee of 1% for each transfer. */
export const cent = someAddress(2, 20);
/** Another token of the sender's. */
export const silver = someAddress(3, 20);

export const validator = someAddress(1, 21);
/** The sender's other account with gold. */
export const otherGold = someAddress(1, 22);
/** A token account for gold, to which somebody may send. */
export const till = someAddress(2, 22);
/** Stakes of the sender: one that earns, and one that can be withdrawn. */
export const staked = someAddress(1, 23);
export const ended = someAddress(2, 23);
export const nonceAccount = someAddress(1, 24);
export const nonceValue = someAddress(1, 25);
export const blockhash = someAddress(2, 25);

const rent = (length: number) => BigInt(128 + length) * 6960n;

/** Without the epoch in which rent is due, which is never. */
export function account(...what: Parameters<typeof scripted.account>): object {
  const { rentEpoch: _, ...more } = scripted.account(...what) as { rentEpoch: unknown };
  return more;
}

type Accounts = Record<string, object>;

const holding = (owner: string, mint: string, amount: bigint, program: string = programs.token) =>
  account(
    program,
    dataOf('token', {
      ...{ mint, owner, amount, state: 1 },
      ...(program === programs.token ? {} : { accountType: 2, extensions: [{ memoTransfer: { required: 0 } }] }),
    }),
    rent(165),
  );

const mintBase = { supply: 10n ** 15n, decimals: 6, isInitialized: 1 };

const fee = { epoch: 900n, maximumFee: 50_000n, basisPoints: 100 };
const mints: Accounts = {
  [gold]: account(programs.token, dataOf('mint', mintBase)),
  [silver]: account(programs.token, dataOf('mint', mintBase)),
  [cent]: account(
    programs.token2022,
    dataOf('mint', {
      ...mintBase,
      accountType: 1,
      extensions: [
        { transferFeeConfig: { older: fee, newer: { ...fee, epoch: 1000n } } },
        { defaultAccountState: { state: 1 } },
        { permanentDelegate: { delegate: someAddress(8, 20) } },
        { transferHook: { program: programs.system } },
        { metadataPointer: { address: cent } },
        { tokenMetadata: { name: 'One Cent', symbol: 'CENT', rest: new Uint8Array(8) } },
        { pausable: { paused: 0 } },
      ],
    }),
  ),
  [metadataOf(gold)]: account(
    programs.metaplex,
    dataOf('metaplex', {
      ...{ key: 4, mint: gold, name: 'Gold', symbol: 'GLD', uri: '' },
      ...{ hasTokenStandard: 1, tokenStandard: 2 },
    }),
  ),
};

const stakeOf = (lamports: bigint, activationEpoch: bigint, deactivationEpoch: bigint) =>
  account(
    programs.stake,
    dataOf('stake', {
      ...{ state: 2, rentExemptReserve: rent(200), staker: alice.address, withdrawer: alice.address },
      ...{ voter: validator, stake: lamports - rent(200) },
      ...{ activationEpoch, deactivationEpoch },
    }),
    lamports,
  );

/** What a node answers for each address; nothing else exists. */
export const accounts: Accounts = {
  [sysvar('Rent111111111111111111111111111111111')]: account(
    programs.sysvar,
    dataOf('rent', { lamportsPerByteYear: 3480n, exemptionThreshold: 2 }),
  ),
  [sysvar('C1ock11111111111111111111111111111111')]: account(
    programs.sysvar,
    dataOf('clock', {
      ...{ slot: epoch * 432_000n + 200_000n, epochStartTimestamp: 1_779_990_000n, epoch },
      unixTimestamp: BigInt(now / 1000),
    }),
  ),
  [sysvar('EpochSchedu1e111111111111111111111111')]: account(
    programs.sysvar,
    dataOf('epochSchedule', { slotsPerEpoch: 432_000n }),
  ),
  [sysvar('StakeHistory1111111111111111111111111')]: account(
    programs.sysvar,
    dataOf('stakeHistory', {
      entries: Array.from({ length: 20 }, (_, i) => ({
        ...{ epoch: epoch - 1n - BigInt(i), effective: 400_000_000n * sol },
        ...{ activating: 1_000_000n * sol, deactivating: 1_000_000n * sol },
      })),
    }),
  ),
  [alice.address]: account(programs.system, '', 20n * sol),
  [bob]: account(programs.system, '', sol),
  [carol]: account(programs.system, '', sol),
  ...mints,
  [tokenAccountOf(alice.address, gold, programs.token)]: holding(alice.address, gold, 5_000_000n),
  [tokenAccountOf(bob, gold, programs.token)]: holding(bob, gold, 100n),
  [tokenAccountOf(alice.address, cent, programs.token2022)]: holding(
    alice.address,
    cent,
    5_000_000n,
    programs.token2022,
  ),
  [tokenAccountOf(bob, cent, programs.token2022)]: holding(bob, cent, 100n, programs.token2022),
  [otherGold]: holding(alice.address, gold, 7_000_000n),
  [till]: holding(bob, gold, 1n),
  [validator]: account(
    programs.vote,
    dataOf('vote', { version: 2, node: someAddress(2, 21), commission: 5, rest: new Uint8Array(64) }),
  ),
  [staked]: stakeOf(5n * sol, 1000n, never),
  [ended]: stakeOf(2n * sol, 1000n, 1005n),
  [nonceAccount]: account(
    programs.system,
    dataOf('nonce', { version: 1, state: 1, authority: alice.address, nonce: nonceValue }),
    rent(80),
  ),
};

function sysvar(name: string): string {
  return `Sysvar${name}`;
}

const known = {
  rent: sysvar('Rent111111111111111111111111111111111'),
  clock: sysvar('C1ock11111111111111111111111111111111'),
  epochSchedule: sysvar('EpochSchedu1e111111111111111111111111'),
  stakeHistory: sysvar('StakeHistory1111111111111111111111111'),
  sender: alice.address,
  validator,
  otherGold,
  stake: staked,
  endedStake: ended,
  till,
  nonceAccount,
};

/** The role of an account for the client, by its address in a question. */
export function roleOf(address: string): string {
  return roles.get(address) ?? 'other';
}

const roles = new Map<string, string>(Object.entries(known).map(([role, address]) => [address, role]));
for (const recipient of [bob, carol, dave]) roles.set(recipient, 'recipient');
for (const mint of [gold, cent]) {
  const kind = mint === cent ? '2022' : '';
  roles.set(mint, `mint${kind}`);
  roles.set(metadataOf(mint), `metadata${kind}`);
  for (const program of [programs.token, programs.token2022]) {
    // The associated token accounts under both programs.
    const where = (mint === cent) === (program === programs.token2022) ? kind : 'Elsewhere';
    roles.set(tokenAccountOf(alice.address, mint, program), `senderTokens${where}`);
    for (const owner of [bob, carol, dave, till])
      roles.set(tokenAccountOf(owner, mint, program), `recipientTokens${where}`);
  }
}

export const senderGold = tokenAccountOf(alice.address, gold, programs.token);
export const senderCent = tokenAccountOf(alice.address, cent, programs.token2022);
