import type { RefusedError } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type AnvilSession, anvil } from '../test/recordings.ts';
import { type Meaning, meaningOf, refusal } from './failures.ts';

// What nodes say to eth_sendRawTransaction, with the client that says so: go-ethereum core/txpool, core/error.go and internal/ethapi; Besu
// RpcErrorType and TransactionInvalidReason; Nethermind AcceptTxResult; Erigon txpoolcfg; Reth rpc-eth-types; zksync-era tx_sender; Nitro;
// Bor; ethermint's ante handlers and CometBFT's mempool; Parity.
const texts: [Meaning, string[]][] = [
  [
    'known',
    [
      'already known',
      'AlreadyKnown',
      'known transaction: 0x6244ac7843fecedba03ef866fcf541ff5019069eae3c679b85470f04dc14bcd9',
      'Known transaction',
      'Transaction with the same hash was already imported.',
      'transaction already imported',
      'existing txn with same hash',
      'tx already in mempool',
      'tx already exists in cache',
    ],
  ],
  [
    'broadcast.nonceUsed',
    [
      'nonce too low',
      'Nonce too low',
      'nonce too low: next nonce 8, tx nonce 7',
      'nonce too low: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, tx: 7 state: 8',
      'nonce too low. allowed nonce range: 8 - 108, actual: 7',
      'OldNonce',
      'invalid nonce; got 5, expected 6: invalid sequence: invalid sequence',
    ],
  ],
  [
    'broadcast.nonceTaken',
    [
      'replacement transaction underpriced',
      'Replacement transaction underpriced',
      'replacement transaction underpriced: new tx gas fee cap 1 <= 2 queued',
      'could not replace existing tx',
      'ReplacementNotAllowed',
      'insertion of another transaction with the same nonce is in progress',
      // monad-bft, monad-eth-txpool-types/src/lib.rs (`as_user_string`).
      'An existing transaction had higher priority',
      'A newer transaction had higher priority',
      // go-ethereum, txpool.ErrAlreadyReserved: a transaction of the account is in another of the node's pools.
      'address already reserved',
    ],
  ],
  [
    'broadcast.feeTooLow',
    [
      'transaction underpriced',
      'transaction underpriced: tip needed 1000000000, tip permitted 1',
      'transaction underpriced: gas tip cap 1500000000, minimum needed 25000000000',
      'underpriced',
      'fee too low',
      'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 1, BaseFee: 2',
      'FeeTooLowToCompete',
      'max fee per gas less than block base fee',
      'max fee per gas less than block base fee: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, maxFeePerGas: 1, baseFee: 2',
      'fee cap less than block base fee',
      'Gas price below configured minimum gas price',
      'Gas price below current base fee',
      'insufficient fee: gas prices too low, got: 1aevmos required: 2aevmos. Please retry using a higher gas price or a higher fee: insufficient fee',
      'Transaction gas price supplied is too low. There is another transaction with same nonce in the queue.',
      // go-ethereum and its forks: a pool with PriceLimit 1.
      'transaction underpriced: gas tip cap 0, minimum needed 1',
      // Reth, and op-reth and base-reth with it.
      'transaction priority fee below minimum required priority fee 1000000',
    ],
  ],
  [
    'broadcast.insufficientFunds',
    [
      'insufficient funds for gas * price + value: balance 14034896775278939, tx cost 14053846141711170, overshot 18949366432231',
      'insufficient funds for gas * price + value: have 0 want 1',
      'insufficient funds for gas + value. balance: 1, fee: 2, value: 3',
      'insufficient funds',
      'InsufficientFunds, Account balance: 0, cumulative cost: 21000',
      'Upfront cost exceeds account balance',
      'Upfront cost exceeds transaction sender account balance',
      'sender balance < tx cost (1 < 2): insufficient funds',
      'not enough balance to cover the fee. balance: 1, fee: 2',
      // monad-bft.
      'Signer had insufficient balance',
    ],
  ],
  [
    'broadcast.nonceGap',
    [
      'nonce too high',
      'nonce too high: address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, tx: 9 state: 8',
      'nonce too high. allowed nonce range: 8 - 108, actual: 200',
      'nonce gap',
      'NonceGap, Future nonce. Expected nonce: 5',
      'nonce too far in future',
      'NonceTooFarInFuture',
      'Transaction nonce is too distant from current sender nonce',
    ],
  ],
  [
    'broadcast.gasRefused',
    [
      'intrinsic gas too low',
      'intrinsic gas too low: gas 20000, minimum needed 21000',
      'intrinsic gas too low: have 20000, want 21000',
      'Intrinsic gas exceeds gas limit',
      'exceeds block gas limit',
      'Transaction gas limit exceeds block gas limit',
      'gas limit reached',
      'gas limit is too high',
      'transaction gas limit too high (cap: 16777216, tx: 20000000)',
      'gas limit exceeds maximum: 20000000 > 16777216',
      // EIP-7623 in go-ethereum, bor, bsc and mantle's op-geth (core/txpool/validation.go): the text names the needed gas, not fees.
      'insufficient gas for floor data gas cost: gas 21000, minimum needed 21240',
      // monad-bft.
      'Gas limit too low',
      'Exceeds transaction gas limit',
      // Nodes on revm.
      'transaction gas limit (20000000) is greater than the cap (16777216)',
    ],
  ],
  [
    'broadcast.invalid',
    [
      'invalid sender',
      'invalid signature',
      'Invalid signature',
      'failed to resolve sender',
      'rlp: expected input list for types.LegacyTx',
      'Failed to decode transaction',
      'failed to decode signed transaction',
      'invalid chain id for signer',
      'invalid chain id for signer: have 1 want 31337',
      'Wrong chainId in transaction signature',
      'tx type not supported',
      'transaction type not supported: type 2 rejected, pool not yet in London',
      'unknown transaction type',
      'Unknown transaction type: 0x71',
      'typeNotActivated',
      'invalid transaction type',
      // monad-bft.
      'Transaction signature is invalid',
      'Invalid transaction signature',
      'Unsupported transaction type',
    ],
  ],
  ['broadcast.feeCap', ['tx fee (1.25 ether) exceeds the configured cap (1.00 ether)']],
  [
    'broadcast.congested',
    [
      'txpool is full',
      'pool overflow',
      'account limit exceeded: pooled 64 txs',
      'pending sub-pool is full',
      'baseFee sub-pool is full',
      'mempool is full: number of txs 5000 (max: 5000)',
      'Too Many Requests',
      'daily request count exceeded, request rate limited',
      // monad-bft.
      'Transaction pool is full',
      'Transaction pool is not ready',
    ],
  ],
  [
    'broadcast.delegatedLimit',
    [
      'in-flight transaction limit reached for delegated accounts',
      'gapped-nonce tx from delegated accounts',
      'delegator has pending transaction',
      'authority already reserved',
    ],
  ],
  [
    'broadcast.refused',
    [
      '',
      'execution reverted',
      'sender is on the deny list',
      'transaction with the same nonce already in mempool',
      'only replay-protected (EIP-155) transactions allowed over RPC',
    ],
  ],
];

describe('meaningOf', () => {
  it.each(texts.flatMap(([means, all]) => all.map((text) => [text, means])))('%s: %s', (text, means) => {
    expect(meaningOf(text)).toBe(means);
  });

  const recorded: [string, Meaning][] = [
    ['same again while pending', 'known'],
    ['replacement same fee', 'broadcast.nonceTaken'],
    ['nonce too low', 'broadcast.nonceUsed'],
    ['resend after mined', 'broadcast.nonceUsed'],
    ['insufficient funds', 'broadcast.insufficientFunds'],
    ['garbage', 'broadcast.invalid'],
    ['intrinsic gas too low', 'broadcast.gasRefused'],
    ['wrong chain id', 'broadcast.invalid'],
    ['max fee below base fee', 'broadcast.feeTooLow'],
    ['tip above cap', 'broadcast.invalid'],
  ];
  const sessions: [AnvilSession, string, Meaning][] = recorded.flatMap(([label, means]) =>
    (['default', 'optimism', 'berlin'] as const)
      // A chain without EIP-1559 knows no caps, and one without EIP-155 takes transactions of other chains.
      .filter((session) => session !== 'berlin' || recorded.findIndex(([of]) => of === label) < 7)
      .map((session): [AnvilSession, string, Meaning] => [session, label, means]),
  );

  it.each(sessions)('knows the message of anvil (%s) to "%s": %s', (session, label, means) => {
    expect(meaningOf(anvil(session, label).error?.message ?? '')).toBe(means);
  });

  it('takes next to no time for a megabyte', () => {
    expect(meaningOf('tx fee '.repeat(2 ** 18))).toBe('broadcast.refused');
  });
});

describe('refusal', () => {
  it("says what happened in our words, and keeps the node's words", () => {
    const facts = { nonce: '7', hash: '0xab', chain: 'Base' };
    const error = refusal('broadcast.nonceTaken', 'replacement transaction underpriced', facts) as RefusedError;
    expect(error.problems).toEqual([
      {
        code: 'broadcast.nonceTaken',
        message:
          'A pending transaction uses nonce 7 already. Wait until it is confirmed, and encode again only if it is not 0xab.',
        field: 'transaction',
        context: { ...facts, reason: 'replacement transaction underpriced' },
      },
    ]);
  });

  it("shows the node's words if we have none", () => {
    const error = refusal('broadcast.refused', 'sender is on\nthe deny list', {
      nonce: '7',
      hash: '0xab',
      chain: 'Linea Mainnet',
    });
    expect(error.message).toBe('The node refused the transaction: sender is on the deny list');
  });
});

describe('an unexpected nonce, in the words of ethermint', () => {
  it.each([
    ['invalid nonce; got 7, expected 6: invalid sequence', 'broadcast.nonceGap'],
    ['invalid nonce; got 5, expected 6: invalid sequence', 'broadcast.nonceUsed'],
  ])('%j', (message, means) => {
    expect(meaningOf(message)).toBe(means);
  });
});
