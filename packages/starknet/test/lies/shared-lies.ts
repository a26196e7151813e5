import { down, ignored, type Lie, RpcFailure, refused, says, twice } from '@isochain/conformance';
import { now, strk, thief } from '../world/cast.ts';
import { about, chainRefuses, feltAt, hex, shows, takes } from './expected.ts';

// What nodes can say of the chain, accounts and prices, which every mode reads.

const every = ['transfer', 'maximum', 'transfer of OpenZeppelin', 'transfer of Braavos', 'deployment'];
const invokes = ['transfer', 'maximum', 'transfer of OpenZeppelin', 'transfer of Braavos'];

const identity: readonly Lie[] = [
  ...about(
    'starknet_chainId',
    every,
    ['another chain', says('0x534e5f5345504f4c4941'), down],
    ['impossible', says('SN_MAIN'), down],
    ['missing', says(undefined), down],
  ),
  ...about(
    'starknet_specVersion',
    every,
    ['stale', says('0.8.1'), down],
    ['false', says('0.11.0'), takes('A newer version is taken: all answers are read by schemas, whatever it is.')],
    ['impossible', says(9), down],
    ['missing', says(undefined), down],
  ),
];

const block = 'starknet_getBlockWithTxHashes';
const charged = takes('The chain charges its own price.');

const blocks: readonly Lie[] = [
  ...about(
    `${block}.timestamp`,
    every,
    ['stale', says(now / 1000 - 86_400), refused('chain.standsStill', 'upstream.unavailable')],
    ['impossible', says(-1), down],
    ['missing', says(undefined), down],
  ),
  ...about(`${block}.timestamp`, invokes, ['too large', says(now / 1000 + 10), ignored]),
  ...about(`${block}.block_number`, ['transfer'], ['impossible', says(-1), down], ['missing', says(undefined), down]),
  ...(['l1_gas_price', 'l2_gas_price', 'l1_data_gas_price'] as const).flatMap((name) => [
    ...about(
      `${block}.${name}.price_in_fri`,
      ['transfer', 'maximum', 'deployment'],
      ['too large', says(hex(10n ** 19n)), refused('fee.aboveCeiling')],
      ['too small', says('0x0'), shows('What the chain is likely to charge is shown too low.')],
      ['impossible', says(`0x1${'0'.repeat(32)}`), down],
      ['missing', says(undefined), down],
    ),
    ...about(
      `${block}.${name}.price_in_fri`,
      ['transfer', 'maximum'],
      ['too large', (honest: string) => hex(BigInt(honest) * 3n), charged, 'three times'],
    ),
  ]),
];

const unknownClass = hex(2n ** 240n + 1n);

const accounts: readonly Lie[] = [
  ...about(
    'starknet_getClassHashAt',
    invokes,
    ['false', says(unknownClass), refused('sender.notWallet'), 'a class that nobody knows'],
    [
      'false',
      says('0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918'),
      refused('sender.notWallet'),
      'an old class',
    ],
    ['missing', says(undefined), down],
    ['missing', says(new RpcFailure(20, 'Contract not found')), refused('sender.notFound'), 'not deployed'],
    ['impossible', says(`0x${'f'.repeat(64)}`), down],
  ),
  ...about(
    'starknet_getClassHashAt',
    ['transfer'],
    [
      'false',
      says('0x73414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2'),
      takes('Argent 0.5.0 signs as 0.4.0 does.'),
      'a later class',
    ],
  ),
  ...about(
    'starknet_getClassHashAt',
    ['transfer'],
    [
      'false',
      says('0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564'),
      refused('sender.notWallet'),
      'a class of another maker',
    ],
  ),
  ...about(
    'starknet_getNonce',
    invokes,
    ['too large', (honest: string) => hex(BigInt(honest) + 1n), refused('transaction.fails')],
    ['too small', says('0x0'), refused('transaction.fails')],
    ['impossible', says(`0x${'f'.repeat(64)}`), down],
    ['missing', says(undefined), down],
    ['missing', says(new RpcFailure(20, 'Contract not found')), refused('sender.notFound'), 'not deployed'],
  ),
];

const owner = 'call get_owner';
const noOwner = refused('sender.severalSignatures', 'sender.notWallet');
const wrongKey = chainRefuses('signature.mismatch');

const owners: readonly Lie[] = [
  ...about(owner, ['transfer', 'maximum'], ['missing', says([]), noOwner], ['duplicated', twice, noOwner]),
  ...about(
    `${owner}[]`,
    ['transfer', 'maximum'],
    ['another account', says(thief.publicKey), wrongKey],
    ['impossible', says('0x0'), noOwner],
    ['impossible', says('owner'), down, 'no felt'],
  ),
  ...about('call get_owner_type', ['transfer'], ['missing', says([]), noOwner]),
  ...about(
    'call get_owner_type[]',
    ['transfer'],
    ['false', says('0x1'), refused('sender.notWallet')],
    ['impossible', says('type'), down],
  ),
  ...about('call get_guardian', ['transfer'], ['missing', says([]), refused('sender.severalSignatures')]),
  ...about(
    'call get_guardian[]',
    ['transfer'],
    ['false', says(thief.publicKey), refused('sender.severalSignatures')],
    ['impossible', says('guardian'), down],
  ),
  ...about('call get_public_key', ['transfer of OpenZeppelin'], ['missing', says([]), refused('sender.notWallet')]),
  ...about(
    'call get_public_key[]',
    ['transfer of OpenZeppelin'],
    ['another account', says(thief.publicKey), wrongKey],
    ['impossible', says('0x0'), refused('sender.notWallet')],
  ),
  ...about('call get_signers', ['transfer of Braavos'], ['missing', says([]), refused('sender.notWallet')]),
  ...about(
    'call get_signers[]',
    ['transfer of Braavos'],
    ['another account', feltAt(1, BigInt(thief.publicKey)), wrongKey],
    ['false', feltAt(2, 1n), refused('sender.notWallet'), 'a device'],
    ['impossible', says('signer'), down],
  ),
  ...about(
    'call get_multisig_threshold',
    ['transfer of Braavos'],
    ['missing', says([]), refused('sender.severalSignatures')],
  ),
  ...about(
    'call get_multisig_threshold[]',
    ['transfer of Braavos'],
    ['too large', says('0x2'), refused('sender.severalSignatures')],
    ['impossible', says('two'), down],
  ),
];

const held = 'call balanceOf[]';

const balances: readonly Lie[] = [
  ...about(
    'call balanceOf',
    invokes,
    ['missing', says([]), down],
    ['duplicated', (told: readonly unknown[]) => [...told, ...told], down],
  ),
  ...about(
    held,
    ['transfer', 'transfer of OpenZeppelin', 'transfer of Braavos'],
    ['too large', feltAt(0, 10n ** 30n), ignored],
    ['too small', feltAt(0, strk), refused('balance.insufficient')],
    ['impossible', feltAt(1, 2n ** 128n), down],
    ['impossible', says('much'), down, 'no felt'],
  ),
  ...about(
    held,
    ['maximum'],
    [
      'too large',
      feltAt(0, 15_000n * strk),
      takes('The chain reverts the transfer. The fee is lost, which was announced.', { reverted: /./ }),
      'half as much again',
    ],
    ['too large', feltAt(0, 10n ** 30n), refused('transaction.fails'), 'beyond all balances'],
    ['too small', feltAt(0, strk), takes('Less is sent, and the answer says so.')],
    ['too small', feltAt(0, 1n), refused('balance.nothingToSend'), 'nothing'],
  ),
  ...about(
    held,
    ['deployment'],
    ['too large', feltAt(0, 10n ** 30n), ignored],
    ['too small', feltAt(0, 1n), refused('balance.insufficientForFees')],
  ),
];

const estimate = 'starknet_estimateFee[]';
/** With an honest node the fees of a transfer are 0.023 STRK, and those of a deployment 0.027 STRK. */
const high = (text: string) => takes(text, { announced: strk });

const outOfGas = takes('Less gas than is needed: the transaction fails, and costs what was announced at most.', {
  fails: /gas/i,
});
const simulated = takes(
  'A simulation tells what is needed, and leaves out the check of the signature, which is added.',
);

const estimates: readonly Lie[] = [
  ...(['l1_gas_consumed', 'l1_data_gas_consumed', 'l2_gas_consumed'] as const).flatMap((name) =>
    about(
      `${estimate}.${name}`,
      ['transfer', 'maximum', 'deployment'],
      ['too large', says(hex(2n ** 64n - 1n)), refused('fee.aboveCeiling')],
    ),
  ),
  ...(['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'] as const).flatMap((name) =>
    about(
      `${estimate}.${name}`,
      ['transfer', 'maximum', 'deployment'],
      ['too large', says(hex(2n ** 127n)), refused('fee.aboveCeiling')],
      ['too large', (honest: string) => hex(BigInt(honest) * 3n), charged, 'three times'],
      ['too small', says('0x0'), ignored],
    ),
  ),
  ...about(
    `${estimate}.l2_gas_consumed`,
    ['transfer', 'maximum', 'deployment'],
    ['too large', (honest: string) => hex(BigInt(honest) * 10n), high('The chain charges what is used.'), 'ten times'],
    ['too small', says('0x1'), simulated],
    ['too small', says(hex(145_599n)), simulated, 'less than the check of a signature'],
    ['too small', (honest: string) => hex(BigInt(honest) / 2n), outOfGas, 'half'],
  ),
  ...about(
    `${estimate}.l1_data_gas_consumed`,
    ['transfer', 'maximum', 'deployment'],
    ['too small', says('0x0'), chainRefuses('broadcast.feeTooLow')],
  ),
  ...about(`${estimate}.l1_gas_consumed`, ['transfer'], ['too large', says('0x64'), charged, 'some']),
  ...about(
    `${estimate}.unit`,
    every,
    // Other ways to an estimate are tried then, and this field is false in all of them.
    ['false', says('WEI'), simulated],
    ['missing', says(undefined), simulated],
  ),
  ...about('starknet_estimateFee', every, ['missing', says([]), simulated], ['duplicated', twice, simulated]),
];

export const sharedLies: readonly Lie[] = [...identity, ...blocks, ...accounts, ...owners, ...balances, ...estimates];
