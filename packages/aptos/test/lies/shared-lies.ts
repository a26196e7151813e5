import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { now, stranger, thief } from '../world/cast.ts';
import { about, shows, takes } from './expected.ts';

// What nodes can say of the chain, accounts and prices, which every mode reads.

const transfers = ['transfer', 'maximum', 'transfer of a single key', 'orderless transfer', 'sponsored transfer'];
const every = [...transfers, 'dollars', 'registration', 'stake', 'unstake', 'withdrawal'];
const beyond64Bits = '18446744073709551616';
const apt = 100_000_000n;

/** An answer with a header of its own. Numbers alone are answered as texts. */
const withHeader =
  (name: string, value: string) =>
  (honest: unknown): Response => {
    const headers = {
      'content-type': 'application/json',
      'x-aptos-chain-id': '1',
      'x-aptos-ledger-version': '4600000100',
      'x-aptos-ledger-timestampusec': String(now * 1_000),
      [name]: value,
    };
    const filled = Object.entries(headers).filter(([, text]) => text !== '');
    return new Response(typeof honest === 'string' ? honest : JSON.stringify(honest), {
      headers: Object.fromEntries(filled),
    });
  };
const time = 'x-aptos-ledger-timestampusec';

const ledger: readonly Lie[] = [
  ...about(
    'ledger.chain_id',
    every,
    ['another chain', says(2), down],
    ['impossible', says('one'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'ledger.ledger_timestamp',
    every,
    ['stale', says(String((now - 86_400_000) * 1_000)), refused('chain.standsStill', 'upstream.unavailable')],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'account sender',
    every,
    ['another chain', withHeader('x-aptos-chain-id', '2'), down],
    [
      'stale',
      withHeader(time, String((now - 86_400_000) * 1_000)),
      refused('chain.standsStill', 'upstream.unavailable'),
    ],
    ['missing', withHeader(time, ''), down, 'no time of the ledger'],
    ['impossible', withHeader(time, 'soon'), down, 'a time that is none'],
    ['too large', withHeader(time, String((now + 86_400_000) * 1_000)), down, 'a ledger of tomorrow'],
  ),
  ...about('balance sender', ['transfer'], ['another chain', withHeader('x-aptos-chain-id', '2'), down]),
  ...about('prices', ['transfer'], ['another chain', withHeader('x-aptos-chain-id', '2'), down]),
  ...about('simulation', ['transfer'], ['another chain', withHeader('x-aptos-chain-id', '2'), down]),
];

/** The simulation is refused by every node that has another number, so nobody answers for the transaction. */
const contradicted = refused('upstream.unavailable', 'transaction.fails');
const sequence = 'account sender.sequence_number';
const key = 'account sender.authentication_key';

const accounts: readonly Lie[] = [
  ...about(
    sequence,
    every,
    ['impossible', says('-1'), down],
    ['impossible', says(beyond64Bits), down, 'beyond 64 bits'],
    ['missing', says(undefined), down],
  ),
  ...about(
    sequence,
    ['transfer', 'maximum', 'sponsored transfer', 'dollars', 'stake'],
    ['too large', says('2'), contradicted, 'one ahead'],
    ['too small', says('0'), contradicted],
  ),
  ...about(sequence, ['orderless transfer'], ['too large', says('99'), ignored]),
  ...about(
    key,
    every,
    ['impossible', says('0x'), down],
    ['missing', says(undefined), down],
    ['another account', says(thief.address), refused('sender.notWallet', 'publicKey.required')],
  ),
  ...about(
    'transactions sender[].signature.public_key',
    ['transfer', 'dollars', 'registration', 'stake'],
    ['another account', says(`0x${thief.publicKey}`), refused('publicKey.required', 'sender.notWallet')],
    ['missing', says(undefined), refused('publicKey.required', 'sender.notWallet')],
    ['impossible', says('0x12'), refused('publicKey.required', 'sender.notWallet')],
  ),
  ...about(
    'transactions sender[].signature.type',
    ['transfer', 'registration'],
    ['false', says('multi_key_signature'), ignored, 'another kind'],
    ['impossible', says(7), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'transactions sender',
    ['transfer', 'stake'],
    ['missing', says([]), refused('publicKey.required')],
    ['duplicated', twice, ignored],
  ),
  ...about(
    'account payer.authentication_key',
    ['sponsored transfer'],
    ['another account', says(thief.address), refused('wish.invalid')],
  ),
  ...about('account payer.sequence_number', ['sponsored transfer'], ['too large', says('77'), ignored]),
];

const held = 'balance sender';

const balances: readonly Lie[] = [
  ...about(
    held,
    every,
    ['impossible', says('-1'), down],
    ['impossible', says(beyond64Bits), down, 'beyond 64 bits'],
    ['impossible', says('"much"'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
  ...about(
    held,
    ['transfer', 'transfer of a single key', 'orderless transfer', 'dollars', 'stake', 'unstake'],
    ['too large', says(String(20_000n * apt)), ignored],
    ['too small', says('27'), refused('balance.insufficient', 'balance.insufficientForFees', 'stake.belowMinimum')],
  ),
  ...about(
    held,
    ['maximum'],
    ['too large', says(String(20_000n * apt)), shows('A warning is false.')],
    ['too small', says(String(apt)), takes('Less is sent, and the answer says so.')],
    ['too small', says('0'), refused('balance.nothingToSend', 'balance.insufficientForFees'), 'nothing'],
  ),
  // A maximum is what two answers agree on.
  ...about(
    'balance sender as asset',
    ['maximum', 'stake of all'],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
    ['too large', says(String(20_000n * apt)), ignored],
    ['too small', says('0'), refused('balance.nothingToSend', 'balance.insufficientForFees', 'stake.belowMinimum')],
  ),
  ...about(
    'balance sender as asset',
    ['maximum'],
    ['too small', says(String(apt)), takes('Less is sent, and the answer says so.'), 'a part'],
  ),
  ...about(
    'balance payer',
    ['sponsored transfer'],
    ['too large', says(String(20_000n * apt)), ignored],
    ['too small', says('27'), refused('balance.insufficientForFees')],
  ),
];

const prices: readonly Lie[] = [
  ...about(
    'prices.gas_estimate',
    every,
    ['too large', says(1_000_000_000), refused('fee.aboveCeiling')],
    ['too small', says(0), ignored],
    ['impossible', says(-1), down],
    ['impossible', says('free'), down, 'a text'],
    ['missing', says(undefined), down],
  ),
  ...about(
    'prices.gas_estimate',
    ['transfer', 'maximum', 'sponsored transfer', 'dollars', 'stake'],
    [
      'too large',
      says(2_000),
      takes('The price is twenty times too high. All of it is announced, and it is below the ceiling.', {
        announced: apt,
      }),
      'below the ceiling',
    ],
  ),
  ...about(
    'prices.deprioritized_gas_estimate',
    ['transfer'],
    ['too large', says(1_000_000_000), refused('fee.aboveCeiling')],
    ['too small', says(0), ignored],
    ['missing', says(undefined), ignored],
    ['impossible', says(-1), down],
  ),
];

const used = 'simulation[].gas_used';
const fails = takes('Too little gas is offered: the transaction fails, and costs what was announced at most.', {
  mayFail: /gas/i,
});

const simulations: readonly Lie[] = [
  ...about(
    used,
    every,
    ['too large', says('20000001'), down],
    ['too small', says('0'), down],
    ['impossible', says('-1'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    used,
    ['transfer', 'dollars', 'stake', 'unstake'],
    ['too large', says('900000'), refused('fee.aboveCeiling', 'balance.insufficientForFees'), 'above the ceiling'],
  ),
  ...about(
    used,
    ['transfer', 'maximum', 'dollars', 'stake', 'unstake'],
    [
      'too large',
      says('200000'),
      takes('The chain charges the gas that is used.', { announced: apt }),
      'below the ceiling',
    ],
  ),
  ...about(used, ['transfer', 'dollars'], ['too small', says('1'), takes('The limit has 500 units of room.'), 'one']),
  ...about(used, ['maximum', 'registration', 'stake', 'unstake', 'withdrawal'], ['too small', says('1'), fails, 'one']),
  ...about(
    'simulation[].vm_status',
    every,
    ['false', says('Out of gas'), ignored],
    ['impossible', says(7), down],
    ['missing', says(undefined), down],
  ),
  ...about('simulation[].events[].type', every, ['impossible', says(7), down], ['missing', says(undefined), down]),
  ...about(
    'simulation[].success',
    every,
    [
      'false',
      says(false),
      refused('transaction.fails', 'token.transferFails', 'token.enableFails', 'balance.insufficientForFees'),
    ],
    ['impossible', says('yes'), down],
    ['missing', says(undefined), down],
  ),
  ...about('simulation', every, ['missing', says([]), down], ['duplicated', twice, down]),
];

const recipients: readonly Lie[] = [
  ...about(
    'account recipient.sequence_number',
    ['transfer'],
    ['too large', says('5'), ignored],
    ['impossible', says('-1'), down],
  ),
  ...about(
    'account recipient.authentication_key',
    ['transfer'],
    ['false', says(stranger.address), ignored, 'another key'],
    ['false', says('0x0'), shows('A warning is false.'), 'no key'],
    ['impossible', says('key'), down],
  ),
  ...about(
    'balance recipient',
    ['transfer'],
    ['too small', says('0'), shows('A warning is false.')],
    ['too large', says('99'), ignored],
    ['impossible', says('-1'), down],
  ),
];

export const sharedLies: readonly Lie[] = [
  ...ledger,
  ...accounts,
  ...balances,
  ...prices,
  ...simulations,
  ...recipients,
];
