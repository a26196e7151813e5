import type { RecordScene } from '@isochain/conformance';
import type { EvmChainId } from '../../src/index.ts';
import { ether, gold, gwei, sender } from '../lies/upstream.ts';
import { anvil } from '../recordings.ts';
import { type Contract, Fault, gasPriceOracleAddress, type NodeScript, oracle, token, word } from '../scripted-node.ts';
import { ann, bob } from '../signers.ts';
import { allTokens, asking, maximum, tokens, transfer } from './asking.ts';

// Transfers that the chain refuses or warns about.

const to = (recipientAddress: string) => ({ ...transfer, recipientAddress });
const holding = (balance: bigint): NodeScript => ({ balances: { [sender]: balance } });
const contract = (answering: Contract): NodeScript => ({ contracts: { [gold.toLowerCase()]: answering } });
const held = { [sender]: 5_000_000n };
const coded = (address: string, code: string): NodeScript => ({ code: { [address.toLowerCase()]: code } });
const delegation = `0xef0100${'11'.repeat(20)}`;
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const monad: NodeScript = { baseFee: 60n * gwei, tips: [] };

/** What an engine answered to an estimate that fails. */
const recordedFault = (label: string) => {
  const { error } = anvil('default', label);
  return new Fault(error?.code ?? 0, error?.message ?? '', error?.data);
};
const reverting = recordedFault('estimate erc20 transfer reverting');
/** A node that estimates only as if there were coins enough. */
const tooPoor = (_: unknown, params: readonly unknown[]) =>
  params.length === 3 ? 21_000n : new Fault(-32000, 'gas required exceeds allowance (0)');

const coins: readonly RecordScene[] = [
  asking('more than there is', transfer, { script: holding(ether) }),
  asking('less than the amount', transfer, { script: holding(ether / 2n) }),
  asking(
    'amount and fees to the wei',
    { ...transfer, amount: String(ether - 84_000_000_000_000n) },
    {
      script: holding(ether),
    },
  ),
  asking('nothing at all', transfer, { script: { ...holding(0n), estimate: tooPoor } }),
  asking('nothing, and no estimate', transfer, {
    script: { ...holding(1_000n), estimate: new Fault(-32000, 'insufficient funds for transfer') },
  }),
  asking('maximum of nothing', maximum, { script: holding(0n) }),
  asking('maximum of less than the fees', maximum, { script: holding(1_000_000n) }),
  asking('maximum of a little more than the fees', maximum, { script: holding(68_250_000_000_001n) }),
  asking('maximum of less than the L1 fee', maximum, {
    ...{ chainId: 'base', script: holding(69_000_000_000_000n) },
  }),
  asking('fees that are high for the account', { ...transfer, amount: '1' }, { script: holding(90_000_000_000_000n) }),
  asking('fees that are high for the amount', { ...transfer, amount: '1000' }),
  asking('a price above the ceiling', transfer, { script: { baseFee: 10n ** 15n } }),
  asking('maximum at a price above the ceiling', maximum, { script: { tips: [10n ** 15n] } }),
  asking('gas above the ceiling', transfer, { chainId: 'monad-testnet', script: { ...monad, estimate: 30_000_000n } }),
  asking('an L1 fee above the ceiling', transfer, {
    chainId: 'base',
    script: { contracts: { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 40n * ether }) } },
  }),
  asking('a reserve that is touched', transfer, {
    chainId: 'monad-testnet',
    script: { ...monad, ...holding(10n * ether) },
  }),
  asking('a reserve of delegated code', transfer, {
    chainId: 'monad-testnet',
    script: { ...monad, ...holding(10n * ether), ...coded(ann.address, delegation) },
  }),
];

const contracts: readonly RecordScene[] = [
  asking('a sender with delegated code', transfer, { script: coded(ann.address, delegation) }),
  asking('a sender that is a contract', transfer, { script: coded(ann.address, '0x6080') }),
  asking('a recipient with delegated code', transfer, {
    script: { ...coded(bob.address, delegation), estimate: 30_000n },
  }),
  asking('a recipient that is a contract', transfer, { script: { ...coded(bob.address, '0x60'), estimate: 30_001n } }),
  asking('maximum to a contract', maximum, { script: { ...coded(bob.address, '0x60'), estimate: 30_001n } }),
  asking('a recipient that refuses coins', transfer, {
    script: { estimate: recordedFault('estimate native to delegated account') },
  }),
  asking('a recipient that is a known token', to(usdc), { script: { contracts: { [usdc.toLowerCase()]: token() } } }),
  asking('a recipient that is the sender', to(ann.address)),
  asking('the zero address', to('0x0000000000000000000000000000000000000000')),
  asking('a precompile', to('0x0000000000000000000000000000000000000001')),
  asking('a burn address', to('0x000000000000000000000000000000000000dEaD')),
  ...(
    [
      ['optimism', '0x4200000000000000000000000000000000000006'],
      ['bsc', '0x0000000000000000000000000000000000002002'],
      ['zksync', '0x000000000000000000000000000000000000800A'],
      ['moonbeam', '0x0000000000000000000000000000000000000800'],
      ['hyperliquid', '0x2222222222222222222222222222222222222222'],
    ] satisfies [EvmChainId, string][]
  ).map(([chainId, address]) => asking(`a system contract of ${chainId}`, to(address), { chainId })),
];

const tokenProblems: readonly RecordScene[] = [
  asking('more tokens than there are', { ...tokens, amount: '5000001' }),
  asking('exactly the tokens that there are', { ...tokens, amount: '5000000' }),
  asking('all tokens of none', allTokens, { script: contract(token({ symbol: 'AU' })) }),
  asking('tokens without coins for the fees', tokens, { script: { ...holding(1_000n), estimate: tooPoor } }),
  asking('tokens with too few coins for the fees', tokens, { script: holding(50_000_000_000_000n) }),
  asking('a token that returns nothing', tokens, { script: contract(token({ balances: held }, { transfer: '0x' })) }),
  asking('a token that returns false', tokens, { script: contract(token({ balances: held }, { transfer: word(0n) })) }),
  asking('a token that reverts', tokens, {
    script: { ...contract(token({ balances: held }, { transfer: reverting })), estimate: reverting },
  }),
  asking('a token that reverts in the estimate alone', tokens, { script: { estimate: reverting } }),
  asking('no contract', { ...tokens, tokenId: '0x000000000000000000000000000000000000c0de' }),
  asking('a token without decimals', tokens, { script: contract(token({ balances: held }, { decimals: undefined })) }),
  asking('a token that tells no balance', tokens, { script: contract(token({}, { balanceOf: undefined })) }),
  asking('a token without a symbol', tokens, {
    script: contract(token({ balances: held }, { symbol: undefined, name: undefined })),
  }),
  asking(
    'a token of 18 decimals',
    { ...tokens, amount: '6000000' },
    {
      script: contract(token({ balances: held, decimals: 18, symbol: 'MKR' })),
    },
  ),
  asking('tokens to the token', { ...tokens, recipientAddress: gold }),
  asking('tokens to a burn address', { ...tokens, recipientAddress: '0x000000000000000000000000000000000000dEaD' }),
];

/** Intents that are refused before anything is asked. */
const malformed: Readonly<Record<string, object>> = {
  'no amount': { ...transfer, amount: undefined },
  'amount and maximum': { ...transfer, useMaxAmount: true },
  'an amount of 0': { ...transfer, amount: '0' },
  'a negative amount': { ...transfer, amount: '-1' },
  'an amount with zeros in front': { ...transfer, amount: '007' },
  'a recipient with a wrong checksum': to(bob.address.replace('C5', 'c5')),
  'a recipient of another chain': to('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  'no recipient': { ...transfer, recipientAddress: undefined },
  'the native coin as a token': { ...tokens, tokenId: 'native' },
  'a mode that the chain does not have': { ...transfer, mode: 'stake' },
  'a mode that nobody has': { ...transfer, mode: 'teleport' },
};

export const problemScenes: readonly RecordScene[] = [
  ...coins,
  ...contracts,
  ...tokenProblems,
  ...Object.entries(malformed).map(([name, intent]) => asking(name, intent as Record<string, unknown>)),
];
