import { down, ignored, type Lie, refused, says, twice } from '@isochain/conformance';
import { strk, thief } from '../world/cast.ts';
import { about, feltAt, hex, shows, takes } from './expected.ts';

// What nodes can say of tokens.

const both = ['tokens', 'all tokens'];
const fails = refused('token.transferFails', 'token.notWhole');
const held = 'call balanceOf of the token';
const noToken = refused('token.notFungible', 'token.unknown');

const balances: readonly Lie[] = [
  // Tokens with one spelling of the function are read in that spelling, and these have both.
  ...about(held, [...both, 'ether'], ['missing', says([]), ignored], ['duplicated', twice, ignored]),
  ...about(
    `${held}[]`,
    ['tokens', 'ether'],
    ['too large', feltAt(0, 10n ** 30n), ignored],
    ['too small', feltAt(0, 1n), refused('token.insufficient')],
    ['impossible', feltAt(1, 2n ** 128n), ignored],
    ['impossible', says('much'), down, 'no felt'],
  ),
  ...about(
    `${held}[]`,
    ['all tokens'],
    ['too large', feltAt(0, 10n ** 12n), fails],
    ['too small', feltAt(0, 1n), takes('Less is sent, and the answer says so.')],
    ['too small', feltAt(0, 0n), refused('token.nothingToSend'), 'nothing'],
  ),
  // Fees are paid in STRK.
  ...about(
    'call balanceOf[]',
    both,
    ['too small', feltAt(0, 1n), refused('balance.insufficientForFees')],
    ['too large', feltAt(0, 10n ** 6n * strk), ignored],
  ),
];

const facts: readonly Lie[] = [
  ...about('call decimals', both, ['missing', says([]), noToken], ['duplicated', twice, noToken]),
  ...about(
    'call decimals[]',
    both,
    ['false', says('0x12'), shows('Amounts in texts are false. The bytes have the smallest unit.')],
    ['impossible', says('0x100'), noToken],
    ['impossible', says('six'), down, 'no felt'],
  ),
];

const simulation = 'starknet_simulateTransactions';
const invocation = `${simulation}[].transaction_trace.execute_invocation`;
const event = `${invocation}.calls[].events`;

const simulations: readonly Lie[] = [
  ...about(simulation, both, ['missing', says([]), down], ['duplicated', twice, down]),
  ...about(`${invocation}.contract_address`, both, ['impossible', says('0x'), down]),
  ...about(
    `${invocation}.calls`,
    both,
    ['missing', says([]), fails],
    ['duplicated', twice, fails],
    ['impossible', says('calls'), down],
  ),
  ...about(
    `${invocation}.calls[].contract_address`,
    both,
    ['another account', says(hex(BigInt(thief.address))), fails],
    ['impossible', says('0x'), down],
  ),
  ...about(event, both, ['missing', says([]), fails], ['duplicated', twice, fails]),
  ...about(`${event}[].keys`, both, ['missing', says([]), fails]),
  ...about(
    `${event}[].keys[]`,
    both,
    ['another account', feltAt(2, BigInt(thief.address)), fails, 'to a thief'],
    ['another account', feltAt(1, BigInt(thief.address)), fails, 'from a thief'],
    ['impossible', says('key'), down],
  ),
  ...about(`${event}[].data`, both, ['missing', says([]), fails]),
  ...about(
    `${event}[].data[]`,
    both,
    ['too small', feltAt(0, 1n), fails],
    ['too large', feltAt(1, 1n), fails],
    ['impossible', says('amount'), down],
  ),
  ...about(`${invocation}.is_reverted`, both, ['false', says(true), fails], ['impossible', says('no'), down]),
  ...about(`${invocation}.calls[].is_reverted`, both, ['false', says(true), fails], ['impossible', says('no'), down]),
];

export const tokenLies: readonly Lie[] = [...balances, ...facts, ...simulations];
