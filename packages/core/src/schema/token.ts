import * as z from 'zod';

/** Values of `type`. A family with another standard adds a name in the same style. */
const tokenTypes = [
  'TRC10',
  'TRC20',
  'ERC20',
  'ASA',
  'IBC',
  'JETTON',
  'SPL',
  'SPL2022',
  'APTOS_COIN',
  'STELLAR_ASSET',
  'STARKNET_ERC20',
  'CW20',
  'FACTORY',
  'FUNGIBLE_ASSET',
] as const;

export const token = z.object({
  type: z.enum(tokenTypes),
  id: z.string().describe('The value for `tokenId`, for example a contract address on EVM chains.'),
  name: z.string(),
  ticker: z.string(),
  decimals: z.string().describe('Number of decimals, as a string.'),
  contractAddress: z.string().optional(),
});

/** An amount of a token, in its smallest unit. */
export const tokenAmount = z.object({ token, amount: z.string() });

export type { Token, TokenAmount } from './wire-types.data.ts';
