import { describe, expect, it } from 'vitest';
import { namesOn } from '../../test/completed.ts';
import type { Address } from '../address/address.ts';
import { namedChain } from '../chains.ts';
import type { Sending } from './sending.ts';
import { simulationProblem } from './simulation-problem.ts';

// Refusals of nodes of cosmos-sdk 0.54.4 and injectived 1.20.1 that we ran on 2026-11-22, and of older versions as their sources have them
// (cosmos-sdk v0.45.16 and v0.50.14, x/bank/keeper/send.go, x/staking/types/errors.go).

const named = namedChain('cosmoshub');
const { sender, recipient, validator, source, contract } = namesOn('cosmoshub');

const intents = {
  transfer: { recipientAddress: recipient },
  transferToken: { recipientAddress: recipient, tokenId: { denom: 'ibc/AB' } },
  contract: { recipientAddress: recipient, tokenId: { contract } },
  stake: { targetValidatorAddress: validator },
  redelegate: { targetValidatorAddress: validator, sourceValidatorAddress: source },
  unstake: { validatorAddress: validator },
  claimRewards: { validatorAddress: validator },
};

function explain(name: keyof typeof intents, message: string) {
  const mode = name === 'contract' ? 'transferToken' : name === 'redelegate' ? 'stake' : name;
  const parsed = { senderAddress: sender as Address, ...intents[name] } as Sending['parsed'];
  return simulationProblem(named, { mode, parsed }, message);
}

const first = 'failed to execute message; message index: 0: ';
const at = (place: string) => ` [cosmos/cosmos-sdk@v0.54.4/${place}] with gas used: '61285'`;
const old = (place: string) =>
  ` [cosmos/cosmos-sdk@v0.45.16/${place}] With gas wanted: '0' and gas used: '52143' : unknown request`;
const ibc = 'ibc/0000000000000000000000000000000000000000000000000000000000000000';

describe('a refusal of a simulation', () => {
  it.each([
    [
      'transfer',
      `${first}spendable balance 992500uatom is smaller than 2000000uatom: insufficient funds${at('x/bank/keeper/send.go:324')}`,
      {
        code: 'balance.insufficient',
        context: { available: '992500', amount: '2000000' },
        field: 'transaction.data.amount',
      },
    ],
    [
      'transfer',
      `rpc error: code = InvalidArgument desc = ${first}5uatom is smaller than 10uatom: insufficient funds${old('x/bank/keeper/send.go:186')}`,
      { code: 'balance.insufficient', context: { available: '5', amount: '10' } },
    ],
    [
      'stake',
      `${first}failed to delegate; 992500uatom is smaller than 1000000uatom: insufficient funds${at('x/bank/keeper/keeper.go:153')}`,
      { code: 'balance.insufficient', context: { available: '992500', amount: '1000000' } },
    ],
    [
      'transferToken',
      `${first}spendable balance 0${ibc} is smaller than 1${ibc}: insufficient funds${at('x/bank/keeper/send.go:324')}`,
      { code: 'token.insufficient', context: { available: '0', needed: '1' } },
    ],
    [
      'transfer',
      `${first}${recipient} is not allowed to receive funds: unauthorized${at('x/bank/keeper/msg_server.go:61')}`,
      { code: 'recipient.keepsCoins', field: 'transaction.data.recipientAddress' },
    ],
    [
      'stake',
      `${first}validator does not exist${at('baseapp/baseapp.go:1025')}`,
      { code: 'validator.notFound', context: { validator }, field: 'transaction.data.targetValidatorAddress' },
    ],
    [
      'redelegate',
      `${first}redelegation destination validator not found${at('baseapp/baseapp.go:1025')}`,
      { code: 'validator.notFound', context: { validator } },
    ],
    [
      'unstake',
      `${first}no delegation for (address, validator) tuple${at('baseapp/baseapp.go:1025')}`,
      { code: 'position.notFound', field: 'transaction.data.validatorAddress' },
    ],
    [
      'redelegate',
      `${first}no delegation for (address, validator) tuple${at('baseapp/baseapp.go:1025')}`,
      { code: 'position.notFound', field: 'transaction.data.sourceValidatorAddress' },
    ],
    [
      'unstake',
      `${first}too many unbonding delegation entries for (delegator, validator) tuple${at('baseapp/baseapp.go:1025')}`,
      { code: 'position.locked', field: 'transaction.data.validatorAddress' },
    ],
    [
      'redelegate',
      `${first}too many redelegation entries for (delegator, src-validator, dst-validator) tuple${at('baseapp/baseapp.go:1025')}`,
      { code: 'position.locked', field: 'transaction.data.sourceValidatorAddress' },
    ],
    [
      'redelegate',
      `${first}redelegation to this validator already in progress; first redelegation to this validator must complete before next redelegation${at('baseapp/baseapp.go:1025')}`,
      { code: 'position.locked', field: 'transaction.data.sourceValidatorAddress' },
    ],
    ['redelegate', `${first}cannot redelegate to the same validator`, { code: 'validator.inactive' }],
    [
      'redelegate',
      `${first}too few tokens to redelegate (truncates to zero tokens)`,
      { code: 'position.partTooLow', context: { minimum: '2' } },
    ],
    ['stake', `${first}cannot delegate to validators with invalid (zero) ex-rate`, { code: 'validator.inactive' }],
    [
      'transfer',
      'maximum number of characters is 256 but received 258 characters: memo too large',
      { code: 'memo.tooLong', context: { bytes: 258, limit: '256' } },
    ],
    [
      'contract',
      'unable to resolve type URL /cosmwasm.wasm.v1.MsgExecuteContract: tx parse error',
      { code: 'token.unknown', context: { token: contract } },
    ],
    [
      'unstake',
      `${first}invalid shares amount: invalid request${at('x/staking/keeper/delegation.go:1385')}`,
      { code: 'transaction.fails', context: { reason: 'invalid shares amount: invalid request' } },
    ],
    [
      'transferToken',
      `${first}send is disabled`,
      { code: 'token.transferFails', context: { reason: 'send is disabled' } },
    ],
  ] as const)('of %s: %s', (name, message, expected) => {
    expect(explain(name, message)).toMatchObject(expected);
  });

  it('never repeats the raw bytes of an address', () => {
    const raw = '*\ufffd\ufffd1\ufffd\\fp\ufffd\u0004h\ufffd\n\ufffd\u03b8\ufffd0\ufffd\u0019';
    const message = `fee payer address: ${raw} does not exist: unknown address [cosmossdk.io/errors@v1.1.0/errors.go:165] with gas used: '5045'`;
    const told = explain('transfer', message);
    expect(told).toMatchObject({ code: 'sender.notWallet', field: 'transaction.data.senderAddress' });
    expect(told.message).not.toContain('\ufffd');
  });

  it('leaves out where the node and its sources are', () => {
    const { message } = explain(
      'transfer',
      `${first}it broke at https://10.0.0.1:9090/x${at('baseapp/baseapp.go:1025')}`,
    );
    expect(message).not.toMatch(/10\.0\.0\.1|baseapp|gas used/);
  });
});
