import { type Lie, RpcFailure } from '@isochain/conformance';
import { hex } from '../scripted-node.ts';
import { everyClass } from './encode-scenes.ts';
import {
  bounded,
  classesBut,
  fails,
  ignored,
  lies,
  onlyOneCounts,
  refused,
  samePrice,
  sameRecipient,
  sameTerms,
  sameTransfer,
  spendsWhatWasSaid,
  split,
  truth,
  warned,
  warns,
} from './expected.ts';
import { ether } from './upstream.ts';

// Lies about the sender's account: chain, nonce, balance and code.

const beyondDigits = hex(2n ** 53n);
const noNumber = '-0x1';
const waits =
  'It waits until the nonces before it are used, and is carried out once at most. Amount, recipient and price are those of the truth.';
const twoNonces =
  'Both can be carried out, as two transactions that pay what was asked for each. So no client may encode again before it knows that the first is not there.';

const chain: readonly Lie[] = lies(
  'eth_chainId',
  [
    ...everyClass,
    ...['maximum', 'tokens', 'all tokens', 'twice', 'maximum twice', 'to a contract', 'while one waits'],
    ...['optimism maximum', 'optimism tokens', 'tokens without multicall'],
    ...['state', 'token', 'listed token', 'transaction', 'token transaction', 'optimism transaction', 'scan'],
    ...['blockscout tokens', 'etherscan tokens', 'alchemy tokens'],
  ],
  ['another chain', '0x38', fails],
  ['missing', undefined, fails],
  ['impossible', noNumber, fails],
);

const latestNonce: readonly Lie[] = [
  ...lies(
    'eth_getTransactionCount latest',
    classesBut('monad', 'hyperliquid'),
    ['too large', '0x4', bounded(waits, sameTransfer, samePrice)],
    ['too large', '0x3e8', bounded(waits, sameTransfer, samePrice), 'a thousand'],
    ['stale', '0x2', warned('sender.pendingTransactions', sameTransfer, sameTerms)],
    ['another account', '0x0', warned('sender.pendingTransactions', sameTransfer, sameTerms)],
    ['impossible', beyondDigits, fails],
    ['missing', undefined, fails],
  ),
  // If only the latest state is asked for, nothing contradicts it.
  ...lies(
    'eth_getTransactionCount latest',
    ['monad', 'hyperliquid'],
    ['too large', '0x5', bounded(waits, sameTransfer, samePrice)],
    ['too small', '0x1', bounded('No node takes a nonce that is used.', sameTransfer, samePrice)],
    ['impossible', hex(2n ** 64n), fails],
  ),
  ...lies('eth_getTransactionCount latest', ['twice'], ['split', split(truth, '0x4'), bounded(twoNonces, samePrice)]),
  ...lies(
    'eth_getTransactionCount latest',
    ['maximum twice'],
    [
      'split',
      split(truth, '0x4'),
      bounded('The first leaves nothing that the second could spend.', samePrice, sameRecipient),
    ],
  ),
];

const pendingNonce: readonly Lie[] = [
  ...lies(
    'eth_getTransactionCount pending',
    classesBut('monad', 'hyperliquid'),
    ['too large', '0x4', warned('sender.pendingTransactions', sameTransfer, samePrice)],
    ['too large', '0x3e8', warned('nonce.farAhead', sameTransfer, samePrice), 'a thousand'],
    ['too small', '0x0', ignored],
    ['stale', '0x2', ignored],
    ['impossible', beyondDigits, fails],
    ['missing', undefined, fails],
  ),
  // Nothing shows what it would spend, so a maximum is refused.
  ...lies(
    'eth_getTransactionCount pending',
    ['maximum', 'all tokens'],
    ['too large', '0x4', refused('balance.maxWhileWaiting')],
    ['too small', '0x0', ignored],
  ),
  ...lies(
    'eth_getTransactionCount pending',
    ['twice'],
    ['split', split(truth, '0x4'), warned('sender.pendingTransactions', samePrice)],
  ),
];

const failsToPay =
  'A transaction that spends more than there is fails on the chain. Recipient and price are those of the truth.';
const less = 'Less is sent, and the rest stays in the account.';

const balance: readonly Lie[] = [
  ...lies(
    'eth_getBalance latest',
    everyClass,
    ['too large', hex(10n ** 30n), ignored],
    ['too small', '0x1', refused('balance.insufficient')],
    ['another account', '0x0', refused('balance.insufficient')],
    ['impossible', `0x1${'0'.repeat(64)}`, fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getBalance latest',
    ['maximum'],
    [
      'too large',
      hex(1_000n * ether),
      bounded(failsToPay, sameRecipient, sameTerms, spendsWhatWasSaid(1_000n * ether)),
    ],
    ['too large', `0x${'f'.repeat(64)}`, bounded(failsToPay, sameRecipient, sameTerms), 'all bits set'],
    ['too small', hex(ether), bounded(less, sameRecipient, sameTerms, spendsWhatWasSaid(ether))],
    ['another account', '0x0', refused('balance.nothingToSend')],
    ['stale', hex(99n * ether), bounded(less, sameRecipient, sameTerms, spendsWhatWasSaid(99n * ether))],
    ['impossible', noNumber, fails],
  ),
  ...lies(
    'eth_getBalance latest',
    ['maximum twice'],
    [
      'split',
      split(() => hex(40n * ether), hex(60n * ether)),
      bounded('Both have one nonce, so the chain carries out one of them.', onlyOneCounts, sameRecipient, samePrice),
    ],
  ),
  ...lies(
    'eth_getBalance latest',
    ['tokens', 'all tokens', 'optimism tokens', 'tokens without multicall'],
    ['too large', hex(10n ** 30n), ignored],
    ['too small', '0x1', refused('balance.insufficientForFees')],
    ['impossible', noNumber, fails],
  ),
  ...lies(
    'eth_getBalance latest',
    ['monad'],
    ['too small', hex(105n * 10n ** 17n), warned('account.reserve', sameTransfer, sameTerms), 'just above the reserve'],
  ),
  ...lies(
    'eth_getBalance latest',
    ['while one waits'],
    ['too small', hex(ether), bounded(less, sameRecipient, sameTerms, spendsWhatWasSaid(ether))],
    // The waiting transaction has already spent its coins: the smaller balance counts.
    ['too large', hex(1_000n * ether), ignored],
  ),
  ...lies(
    'eth_getBalance pending',
    ['while one waits'],
    ['too large', hex(1_000n * ether), bounded(failsToPay, sameRecipient, sameTerms, spendsWhatWasSaid(100n * ether))],
    ['too small', hex(ether), bounded(less, sameRecipient, sameTerms, spendsWhatWasSaid(ether))],
    ['stale', hex(100n * ether), refused('balance.maxWhileWaiting'), 'the latest one'],
    ['impossible', noNumber, fails],
    ['missing', undefined, fails],
  ),
];

const delegated = `0xef0100${'ab'.repeat(20)}`;
const allScenes = [...everyClass, 'maximum', 'tokens', 'all tokens'];

const senderCode: readonly Lie[] = lies(
  'eth_getCode sender',
  allScenes,
  ['false', '0x60806040', refused('sender.notWallet'), 'a contract'],
  ['false', delegated, warned('sender.isDelegated', sameTransfer, sameTerms), 'a delegation'],
  ['impossible', '0x123', fails],
  ['missing', undefined, fails],
);

const targetCode: readonly Lie[] = [
  ...lies(
    'eth_getCode recipient',
    ['transfer'],
    [
      'false',
      '0x60806040',
      bounded('A warning more, and room for a third more gas.', sameTransfer, warns('recipient.isContract')),
      'a contract',
    ],
    [
      'false',
      delegated,
      bounded('A warning more, and room for a third more gas.', sameTransfer, warns('recipient.isDelegated')),
      'a delegation',
    ],
    ['impossible', '0x1', fails],
    ['missing', undefined, fails],
  ),
  ...lies(
    'eth_getCode recipient',
    ['maximum'],
    ['false', '0x60806040', warned('amount.leavesDust', sameRecipient), 'a contract'],
  ),
  ...lies(
    'eth_getCode recipient',
    ['to a contract'],
    // Nothing can contradict one node: the warning that it is a contract is missing, and so is room for gas.
    [
      'false',
      '0x',
      bounded('It runs out of gas at worst, and costs what the gas limit costs.', sameTransfer),
      'no contract',
    ],
  ),
  ...lies(
    'eth_getCode token',
    ['tokens', 'all tokens', 'optimism tokens', 'tokens without multicall'],
    ['false', '0x', refused('token.unknown'), 'no contract'],
    ['false', delegated, ignored, 'a delegation'],
    ['missing', undefined, fails],
  ),
];

const recipientCode: readonly Lie[] = lies(
  'eth_getCode recipient',
  ['tokens', 'all tokens', 'optimism tokens', 'tokens without multicall'],
  ['false', '0x60806040', bounded('A warning more.', sameTransfer, warns('recipient.isContract')), 'a contract'],
  ['false', delegated, ignored, 'a delegation'],
  ['missing', undefined, fails],
);

const failing = new RpcFailure(-32603, 'internal error');

/** A node that answers errors is a node that is down. */
const errors: readonly Lie[] = [
  'eth_getTransactionCount latest',
  'eth_getBalance latest',
  'eth_getCode recipient',
].flatMap((field) => lies(field, ['transfer', 'maximum'], ['missing', failing, fails, 'an error']));

export const accountLies: readonly Lie[] = [
  ...chain,
  ...latestNonce,
  ...pendingNonce,
  ...balance,
  ...senderCode,
  ...targetCode,
  ...recipientCode,
  ...errors,
];
