import { type Problem, problem } from '@isochain/core';
import { type Address, addressNumber, type Hex } from '../address.ts';
import type { EvmContext } from '../context.ts';
import { isContract } from '../fees/terms.ts';
import type { EvmOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../token-lists/known-tokens.ts';

const field = 'transaction.data.recipientAddress';

/**
 * Precompiled contracts of every EVM chain: 0x01 to 0x11 (up to Prague's BLS12-381, EIP-2537) and 0x0100 (P256VERIFY, RIP-7212). Coins sent
 * there are lost.
 */
const precompiles: readonly (readonly [bigint, bigint])[] = [
  [0x01n, 0x11n],
  [0x100n, 0x100n],
];

/** An intent that names a recipient. */
interface ToRecipient {
  /** As the client wrote it, for messages. */
  readonly data: { readonly recipientAddress: string };
  readonly parsed: { readonly recipientAddress: Address };
}

/** Problems that the recipient's address alone shows. */
export function recipientProblems(context: EvmContext, { data, parsed }: ToRecipient): Problem[] {
  const number = addressNumber(parsed.recipientAddress);
  if (number === 0n) return [problem('recipient.zeroAddress', {}, field)];
  const ranges = (context.chain.systemAddresses ?? []).map(
    ([from, to]) => [addressNumber(from), addressNumber(to)] as const,
  );
  const isSystem = [...precompiles, ...ranges].some(([from, to]) => number >= from && number <= to);
  const what = `a system contract of ${context.identity.name}`;
  return isSystem ? [problem('recipient.keepsCoins', { recipient: data.recipientAddress, what }, field)] : [];
}

/** Addresses where coins do something that the sender should know. */
const special: readonly {
  readonly address: string;
  readonly feeClass?: string;
  readonly what: string;
  readonly coinsOnly?: true;
}[] = [
  // Used as a burn address on all EVM chains. Nobody has its key.
  { address: '0x000000000000000000000000000000000000dead', what: 'a burn address: what is sent there is lost' },
  // Hyperliquid documentation, "HyperCore <> HyperEVM transfers".
  {
    address: '0x2222222222222222222222222222222222222222',
    feeClass: 'eip1559-hyperevm',
    what: 'the bridge to HyperCore: the coins are credited to the spot account of the sender there',
    coinsOnly: true,
  },
];

/** Whether an address is the contract of a token that is listed or configured. The list is loaded only where there is a contract. */
export async function tokenAt(
  context: EvmContext,
  options: Pick<EvmOptions, 'tokens'>,
  { address, code }: { readonly address: Address; readonly code: Hex },
): Promise<KnownToken | undefined> {
  if (!isContract(code)) return undefined;
  return (await knownTokens(context, options)).find(({ id }) => id.toLowerCase() === address);
}

/** A contract keeps what it gets unless its code can move it on. Contracts of tokens seldom can. */
export function contractWarnings(code: Hex, token: KnownToken | undefined): Problem[] {
  if (!isContract(code)) return [];
  return [
    token === undefined
      ? problem('recipient.isContract', {}, field)
      : problem('recipient.tokenContract', { token: token.ticker }, field),
  ];
}

export function recipientWarnings(
  context: EvmContext,
  { data, parsed }: ToRecipient,
  asset: 'coins' | 'tokens',
): Problem[] {
  return special
    .filter(({ feeClass = context.chain.feeClass }) => feeClass === context.chain.feeClass)
    .filter(
      ({ address, coinsOnly }) => address === parsed.recipientAddress && (asset === 'coins' || coinsOnly !== true),
    )
    .map(({ what }) => problem('recipient.bridge', { recipient: data.recipientAddress, what }, field));
}
