import type { RecordScene } from '@isochain/conformance';
import { actor } from '../world/actor.ts';
import { leaver, newcomer, poor, sender, staker, stranger, strk } from '../world/cast.ts';
import type { World } from '../world/world.ts';
import { all, asking, deployment, type Intent, intentsOf, transfer } from './asking.ts';

// Intents that the chain refuses or warns about.

export function problemScenes(world: World): readonly RecordScene[] {
  const { tokens, ether, stake, addition, move, unstake, withdraw, claim } = intentsOf(world);
  const { addressOf, engine, validators, gold } = world;
  const [first, second] = validators;
  const gone = engine.validators();
  const leaving = gone.find(({ state }) => state === 'leaving')?.address ?? '';
  const poolless = gone.find(({ pool }) => pool === undefined)?.address ?? '';
  const from = (senderAddress: string, intent: Intent): Intent => ({ ...intent, senderAddress });

  const senders: Readonly<Record<string, Intent>> = {
    'from an account that is not deployed': from(newcomer.address, transfer),
    'tokens from an account that is not deployed': from(newcomer.address, tokens),
    'from a token': from(gold, transfer),
    'with the key of another account': { ...transfer, senderPubKey: stranger.publicKey },
    'from an account with less than the fees': from(addressOf(poor), { ...transfer, amount: '1' }),
    'all of an account with less than the fees': from(addressOf(poor), { ...transfer, ...all }),
    'tokens from an account with less than the fees': from(addressOf(poor), tokens),
    'a deployment of an account that is there': { ...deployment, senderPubKey: sender.publicKey },
    'a deployment without coins': { ...deployment, senderPubKey: actor('without coins').publicKey },
  };
  const amounts: Readonly<Record<string, Intent>> = {
    'more than there is': { ...transfer, amount: String(100_000n * strk) },
    'more than there is beside the fees': { ...transfer, amount: String(10_000n * strk) },
    'more than a felt holds': { ...transfer, amount: String(2n ** 252n) },
    'an invalid amount': { ...transfer, amount: '0.01' },
    'an invalid recipient': { ...transfer, recipientAddress: '0x12' },
    'a recipient that is the token': { ...transfer, recipientAddress: engine.strk },
    'a nonce that is used': { ...transfer, nonce: '0' },
    'a nonce that is too far ahead': { ...transfer, nonce: '202' },
    'a tip that is absurd': { ...transfer, params: { tip: String(10n ** 13n) } },
    'an invalid tip': { ...transfer, params: { tip: 'much' } },
  };
  const ofTokens: Readonly<Record<string, Intent>> = {
    'more tokens than there are': { ...tokens, amount: '5000001' },
    'all of no tokens': from(addressOf(staker), { ...tokens, ...all }),
    'more ether than there is': { ...ether, amount: String(11n * strk) },
    'tokens to their contract': { ...tokens, recipientAddress: gold },
    'a token that is an account': { ...tokens, tokenId: stranger.address },
    'a token that does not exist': { ...tokens, tokenId: newcomer.address },
    'a token that is the coin': { ...tokens, tokenId: engine.strk },
  };
  const ofStakes: Readonly<Record<string, Intent>> = {
    'more stake than there is': { ...stake, amount: String(100_000n * strk) },
    'a stake with nobody': { ...stake, targetValidatorAddress: stranger.address },
    'a stake with a validator that leaves': { ...stake, targetValidatorAddress: leaving },
    'a stake with a validator without a pool': { ...stake, targetValidatorAddress: poolless },
    'a stake with a pool that nobody lists': { ...stake, targetValidatorAddress: engine.fakePool },
    'a stake with a pool of bitcoins': { ...stake, targetValidatorAddress: engine.bitcoinPool },
    'a move of more than there is': { ...move, amount: String(101n * strk) },
    'a move to the same validator': { ...move, targetValidatorAddress: first.address },
    'a move from where nothing is': {
      ...move,
      sourceValidatorAddress: second.address,
      targetValidatorAddress: first.address,
    },
    'a move of what is free': from(addressOf(leaver), move),
    'an unstake of more than there is': { ...unstake, amount: String(101n * strk) },
    'an unstake of somebody else': from(sender.address, unstake),
    'an unstake of what is free': from(addressOf(leaver), unstake),
    'a withdrawal of nothing': from(addressOf(staker), withdraw),
    'a withdrawal of a part': { ...withdraw, amount: String(39n * strk) },
    'a withdrawal of somebody else': from(sender.address, withdraw),
    'a claim of nothing': from(addressOf(leaver), claim),
    'a claim of somebody else': from(sender.address, claim),
    'an addition with a tip that is absurd': { ...addition, params: { tip: String(10n ** 13n) } },
  };
  return Object.entries({ ...senders, ...amounts, ...ofTokens, ...ofStakes }).map(([name, intent]) =>
    asking(name, intent),
  );
}
