import { down, ignored, type Lie, refused, says } from '@isochain/conformance';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { about, chainRefuses, disputed, fails, takesWith } from './expected.ts';
import { castOf } from './world.ts';

// The same lies over CometBFT's JSON-RPC. Its answers are protobuf.

const { stranger } = castOf('cosmoshub');
const where = ['transfer over CometBFT'];
const queries = ['Account sender', 'Account recipient', 'SpendableBalanceByDenom', 'Params', 'GasPrice', 'Simulate'];
const sender = 'abci_query Account sender.response.value';
const recipient = 'abci_query Account recipient.response.value';
const spendable = 'abci_query SpendableBalanceByDenom.response.value.balance';

export const rpcLies: readonly Lie[] = [
  ...about(
    'status.node_info.network',
    where,
    ['another chain', says('juno-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'status.sync_info.latest_block_time',
    where,
    ['stale', says('2026-11-20T00:00:00Z'), refused('chain.standsStill')],
    ['impossible', says('2026-11-24T00:00:00Z'), down],
    ['missing', says(undefined), down],
  ),
  ...queries
    .filter((query) => query !== 'Simulate')
    .flatMap((query) => about(`abci_query ${query}.response.code`, where, ['false', says(1), down])),
  // Without words it is no verdict about the transaction.
  ...about('abci_query Simulate.response.code', where, ['false', says(1), takesWith('gas.notSimulated')]),
  ...about(`${sender}.base.address`, where, ['another account', says(stranger.address), down]),
  ...about(`${sender}.base.accountNumber`, where, [
    'another account',
    says(7n),
    chainRefuses(/signature verification failed/),
  ]),
  ...about(
    `${sender}.base.sequence`,
    where,
    ['stale', says(40n), takesWith('sender.pendingTransactions')],
    ['too large', says(42n), disputed],
  ),
  ...about(`${sender}.base.pubKey.value`, where, [
    'another account',
    () => PubKey.encode({ key: Buffer.from(stranger.publicKey, 'hex') }).finish(),
    refused('sender.notWallet'),
  ]),
  ...about(`${recipient}.base.address`, where, ['another account', says(stranger.address), down]),
  ...about(`${recipient}.base.sequence`, where, ['stale', says(7n), ignored]),
  ...about(
    `${spendable}.denom`,
    where,
    ['another account', says('uusdc'), down, 'another denomination'],
    ['missing', says(''), down],
  ),
  ...about(
    `${spendable}.amount`,
    where,
    ['too small', says('0'), refused('balance.insufficient')],
    ['too large', says('9000000000'), ignored],
    ['impossible', says('-1'), down],
  ),
  ...about('abci_query Params.response.value.params.maxMemoCharacters', where, [
    'too small',
    says(3n),
    refused('memo.tooLong'),
  ]),
  ...about(
    'abci_query GasPrice.response.value.balance.amount',
    where,
    ['too large', says(String(10n ** 21n)), refused('fee.aboveCeiling')],
    ['too small', says('0'), ignored],
    ['impossible', says('-1'), down],
  ),
  ...about(
    'abci_query Simulate.response.value.gasInfo.gasUsed',
    where,
    ['too large', says(10n ** 12n), refused('fee.aboveCeiling')],
    ['too small', says(10_000n), fails(/out of gas/)],
    ['missing', says(0n), refused('gas.tooLow')],
  ),
];
