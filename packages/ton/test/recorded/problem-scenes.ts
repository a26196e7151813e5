import type { RecordScene } from '@isochain/conformance';
import { coin, fifth, newcomer, nobody, now, recipient, sender, stranger, third } from '../world/cast.ts';
import { oddAddress, oddNames, penniless, poor, suspended, withOddAccounts } from '../world/odd.ts';
import { pools } from '../world/pools.ts';
import { token } from '../world/world.ts';
import { type Asking, asking, from, liquidStake, maximum, stake, staking, tokens, transfer } from './asking.ts';

// Intents that the chain refuses or warns about.

type Intent = Readonly<Record<string, unknown>>;

const odd: Asking = { build: withOddAccounts };
const all = { amount: undefined, useMaxAmount: true };
const unstake = { mode: 'unstake', senderAddress: third.address, validatorAddress: pools.nominators };

const senders: readonly RecordScene[] = [
  ...oddNames.map((name) => asking(`from ${name}`, { ...transfer, senderAddress: oddAddress(name) }, odd)),
  asking('from a suspended account', from(suspended, transfer), odd),
  asking('tokens with 0.01 coins too little', from(poor, { ...tokens, amount: '1' }), odd),
  asking('a maximum of less than the fees', from(penniless, maximum), odd),
  asking('from a jetton', { ...transfer, senderAddress: token }),
  asking("with another wallet's key", { ...transfer, senderPubKey: stranger.publicKey }),
  asking('from a wallet that is not deployed, without a key', { ...transfer, senderAddress: newcomer.address }),
  asking('from a wallet that is not deployed, with another key', {
    ...transfer,
    ...{ senderAddress: newcomer.address, senderPubKey: stranger.publicKey },
  }),
  asking('from an account that was never seen', from(suspended, transfer)),
];

/** What a frozen account looks like in v3. */
const frozen =
  (upstream: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await upstream(input, init);
    const url = new URL(String(input));
    if (!url.pathname.endsWith('/accountStates') || url.searchParams.getAll('address').length < 2) return answer;
    const { accounts } = (await answer.json()) as { readonly accounts: readonly object[] };
    return Response.json({
      accounts: accounts.map((account) => ({ ...account, status: 'frozen', code_boc: undefined, data_boc: undefined })),
    });
  };

const amounts: Readonly<Record<string, Intent>> = {
  'more than there is': { ...transfer, amount: String(1_000n * coin) },
  'more than a message holds': { ...transfer, amount: String(2n ** 120n) },
  'an invalid amount': { ...transfer, amount: '0.01' },
  'a comment that is too long': { ...transfer, memo: 'x'.repeat(60_001) },
  'half a character': { ...transfer, memo: '\ud800' },
  'a timeout in the past': { ...transfer, params: { timeout: now / 1000 - 1 } },
  'a used nonce': { ...transfer, nonce: '1' },
  'a later nonce': { ...transfer, nonce: '3' },
  'an invalid recipient': { ...transfer, recipientAddress: 'EQ' },
};

const ofTokens: Readonly<Record<string, Intent>> = {
  'more tokens than there are': { ...tokens, amount: '5000001' },
  'all of no tokens': from(fifth, { ...tokens, ...all }),
  'tokens to their master': { ...tokens, recipientAddress: token },
  'tokens to the masterchain': { ...tokens, recipientAddress: `-1:${'7'.repeat(64)}` },
  'a token that is none': { ...tokens, tokenId: recipient.address },
  'a token that does not exist': { ...tokens, tokenId: nobody },
};

const ofStakes: Readonly<Record<string, Intent>> = {
  'too small a stake': { ...stake, amount: String(coin) },
  'more stake than there is': { ...stake, amount: String(1_000n * coin) },
  'more liquid stake than there is': { ...liquidStake, amount: String(1_000n * coin) },
  'a stake with an account': { ...stake, targetValidatorAddress: recipient.address },
  'a stake with nobody': { ...stake, targetValidatorAddress: nobody },
  'a stake that moves': { ...stake, sourceValidatorAddress: pools.liquid },
  'a part of a stake': { ...unstake, amount: String(coin) },
  'more than the stake': { ...unstake, amount: String(1_000n * coin) },
  'more than the liquid stake': { ...unstake, validatorAddress: pools.liquid, amount: String(1_000n * coin) },
  'the stake of somebody else': { ...unstake, senderAddress: sender.address, ...all },
  'the liquid stake of somebody else': {
    ...unstake,
    ...all,
    ...{ senderAddress: sender.address, validatorAddress: pools.liquid },
  },
  'another position': { ...unstake, ...all, stakeId: pools.liquid },
  'a withdrawal of what works': { ...unstake, mode: 'withdraw', ...all },
  'a withdrawal from liquid staking': { ...unstake, mode: 'withdraw', validatorAddress: pools.liquid, ...all },
  'both kinds of payment': {
    ...{ ...unstake, validatorAddress: pools.liquid, amount: String(coin) },
    params: { atRoundEnd: true, orNothing: true },
  },
};

export const problemScenes: readonly RecordScene[] = [
  ...senders,
  asking('from a frozen account', transfer, { lying: frozen }),
  ...Object.entries({ ...amounts, ...ofTokens }).map(([name, intent]) => asking(name, intent)),
  ...Object.entries(ofStakes).map(([name, intent]) => asking(name, intent, staking)),
];
