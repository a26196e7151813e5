import type { RecordScene } from '@isochain/conformance';
import type { StarknetStandIn } from '@isochain/devnet/starknet';
import { signHash } from '../world/actor.ts';
import {
  braavos,
  firstArgent,
  lastArgent,
  leaver,
  newcomer,
  openZeppelin,
  recipient,
  sender,
  staker,
  stranger,
  strk,
} from '../world/cast.ts';
import type { World } from '../world/world.ts';
import {
  all,
  asking,
  askingSepolia,
  deployment,
  type Intent,
  inEveryForm,
  inHex,
  intentsOf,
  transfer,
} from './asking.ts';

// Every mode, with what may be wished for.

const named = (intents: Readonly<Record<string, Intent>>, more: Parameters<typeof asking>[2]) =>
  Object.entries(intents).map(([name, intent]) => asking(name, intent, more));

const transfers: Readonly<Record<string, Intent>> = {
  transfer,
  maximum: { ...transfer, ...all },
  'transfer of one FRI': { ...transfer, amount: '1' },
  'transfer to oneself': { ...transfer, recipientAddress: sender.address },
  'transfer with its key': { ...transfer, senderPubKey: sender.publicKey },
  'transfer with a compressed key': { ...transfer, senderPubKey: `02${sender.publicKey.slice(2).padStart(64, '0')}` },
  'transfer with a tip': { ...transfer, params: { tip: '1000000000' } },
  'maximum with a tip': { ...transfer, ...all, params: { tip: '1000000000' } },
  'transfer with its next nonce': { ...transfer, nonce: '1' },
  'transfer with a later nonce': { ...transfer, nonce: '9' },
  'transfer with an unknown wish': { ...transfer, params: { speed: 'fast' } },
  'transfer with a memo': { ...transfer, memo: 'invoice 7' },
  'transfer between addresses without zeros': {
    ...transfer,
    senderAddress: `0x${BigInt(sender.address).toString(16)}`,
    recipientAddress: `0x${BigInt(recipient.address).toString(16)}`,
  },
};

/** Each kind of account. */
const kinds = { openZeppelin, braavos, firstArgent, lastArgent } as const;

export function modeScenes(world: World): readonly RecordScene[] {
  const { tokens, ether, stake, addition, move, unstake, withdraw, claim } = intentsOf(world);
  const { addressOf, validators, engine } = world;
  const [first] = validators;
  const ofKinds = Object.entries(kinds).flatMap(([name, by]) =>
    [transfer, { ...transfer, ...all }].map((intent, index) => {
      const title = `${index === 0 ? 'transfer' : 'maximum'} of ${name}`;
      return asking(title, { ...intent, senderAddress: addressOf(by) }, { sign: inHex(by) });
    }),
  );
  const ofSender: Readonly<Record<string, Intent>> = {
    ...transfers,
    tokens,
    'all tokens': { ...tokens, ...all },
    'tokens with a tip': { ...tokens, params: { tip: '5' } },
    'tokens to a contract': { ...tokens, recipientAddress: first.pool },
    ether,
    'all ether': { ...ether, ...all },
    stake,
    'stake of all': { ...stake, ...all },
    'stake with a pool': { ...stake, targetValidatorAddress: first.pool },
    'stake with a tip': { ...stake, params: { tip: '7' } },
  };
  const ofStaker: Readonly<Record<string, Intent>> = {
    'stake of a member': addition,
    'move of a stake': move,
    'move of all of a stake': { ...move, ...all },
    unstake,
    'unstake of all': { ...unstake, ...all },
    'unstake from a pool': { ...unstake, validatorAddress: first.pool },
    claim,
  };
  const ofLeaver: Readonly<Record<string, Intent>> = {
    withdraw,
    'withdrawal of the whole amount': { ...withdraw, amount: String(40n * strk) },
  };
  return [
    ...named(ofSender, { sign: inHex(sender) }),
    ...named(ofStaker, { sign: inHex(staker) }),
    ...named(ofLeaver, { sign: inHex(leaver) }),
    ...ofKinds,
    ...named(
      {
        deployment,
        'deployment with a tip': { ...deployment, params: { tip: '1000' } },
        'deployment of argentx': { ...deployment, contractType: 'argentx' },
        'deployment in the form of clients': { ...deployment, type: 'argentx' },
      },
      { sign: inHex(newcomer) },
    ),
    asking('deployment of a later class', { ...deployment, params: { accountClass: 'argent-0.5.0' } }),
    asking('tokens of the configuration', tokens, {
      options: { tokens: [{ id: world.gold, name: 'Own gold', ticker: 'OWN', decimals: 2 }] },
    }),
    asking('ether of the configuration', ether, {
      options: { tokens: [{ id: engine.eth, name: 'Own ether', ticker: 'OWN', decimals: 18 }] },
    }),
  ];
}

/** On the test network accounts have the same addresses, and transactions other hashes. */
export function sepoliaScenes({ tokens, validators }: StarknetStandIn): readonly RecordScene[] {
  const own = { sign: inHex(sender) };
  const ofToken = { ...transfer, mode: 'transferToken', tokenId: tokens[0]?.id, amount: '5' };
  const target = validators()[0]?.address;
  const stake = { mode: 'stake', senderAddress: sender.address, targetValidatorAddress: target, amount: String(strk) };
  return [
    askingSepolia('transfer', transfer, own),
    askingSepolia('maximum', { ...transfer, ...all }, own),
    askingSepolia('tokens', ofToken, own),
    askingSepolia('stake', stake, own),
    askingSepolia('deployment', deployment, { sign: inHex(newcomer) }),
  ];
}

/** Signatures that are refused: of another key, of something else, and none at all. */
const wrongly: NonNullable<RecordScene['sign']> = ({ encoded }) => {
  const hash = encoded[0]?.hash?.value ?? '';
  return {
    'of another key': signHash(hash, stranger),
    'of something else': signHash('11'.padStart(64, '0'), sender),
    'too short': '11'.repeat(20),
    'no text': '!',
    'an empty list': '[]',
    'felts that are too large': JSON.stringify([`0x${'f'.repeat(64)}`, `0x${'f'.repeat(64)}`]),
    'two signatures': JSON.stringify(['0x2', '0x0', sender.publicKey, '0x1', '0x1', '0x0', '0x5', '0x1', '0x1']),
  };
};

export function signatureScenes(world: World): readonly RecordScene[] {
  const { tokens, addition } = intentsOf(world);
  const from = (senderAddress: string) => ({ ...transfer, senderAddress });
  return [
    asking('every form of signature', transfer, { sign: inEveryForm(sender) }),
    asking('every form of signature: tokens', tokens, { sign: inEveryForm(sender) }),
    asking('every form of signature: stake', addition, { sign: inEveryForm(staker) }),
    asking('every form of signature: deployment', deployment, { sign: inEveryForm(newcomer) }),
    asking('every form of signature: OpenZeppelin', from(world.addressOf(openZeppelin)), {
      sign: inEveryForm(openZeppelin),
    }),
    asking('every form of signature: Braavos', from(world.addressOf(braavos)), { sign: inEveryForm(braavos) }),
    asking('wrong signatures', transfer, { sign: wrongly }),
  ];
}
