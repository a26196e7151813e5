import { describe, expect, it } from 'vitest';
import { reasonOf } from './revert-reason.ts';

// Forms: what starknet-devnet 0.8.1 answers, and starkware-libs/sequencer, starknet_api: execution_utils.rs (format_panic_data).

const of = (execution_error: unknown) =>
  reasonOf({ code: 41, message: 'Transaction execution error', data: { transaction_index: 0, execution_error } });
const felt = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const quoted = (text: string) => `${felt(text)} ('${text}')`;
const nest = (error: unknown, depth: number): unknown =>
  depth === 0 ? error : { contract_address: '0x1', class_hash: '0x2', selector: '0x3', error: nest(error, depth - 1) };

/** A list of what contracts on the way said, innermost last. */
const panic = (...words: readonly string[]) =>
  `Transaction execution has failed:\n0: Error in the called contract (contract address: 0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929, class hash: 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f, selector: 0x015d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad):\nExecution failed. Failure reason:\n(${[...words, quoted('ENTRYPOINT_FAILED')].join(', ')}).\n`;

describe('the reason of a failure', () => {
  it.each([
    ['a text', 'Account transaction nonce is invalid.', 'Account transaction nonce is invalid.'],
    [
      'short strings',
      panic(quoted('argent/multicall-failed'), "0x0 ('')", quoted('u256_sub Overflow')),
      'u256_sub Overflow',
    ],
    ['one short string', `${quoted('argent/invalid-owner-sig')}.`, 'argent/invalid-owner-sig'],
    ['an apostrophe', panic(quoted("it isn't allowed")), "it isn't allowed"],
    [
      'a long text',
      panic(quoted('argent/multicall-failed'), "0x0 ('')", '"Undelegate intent is missing"'),
      'Undelegate intent is missing',
    ],
    ['a long text alone', '"Contract is paused"', 'Contract is paused'],
    ['several reasons: the last', panic(quoted('first'), quoted('Pausable: paused')), 'Pausable: paused'],
    [
      'a list of felts after the words',
      `${panic(quoted('ERC20: insufficient balance'))} ["${felt('ERC20: insufficient balance')}","0x0"]`,
      'ERC20: insufficient balance',
    ],
    [
      'nothing but wrappers: the last line',
      panic(quoted('argent/multicall-failed')),
      '(0x617267656e742f6d756c746963616c6c2d6661696c6564',
    ],
    [
      'a contract that is not there',
      'Transaction validation has failed:\n0: Error in the called contract (…):\nRequested contract address 0x1234 is not deployed.\n',
      'Requested contract address 0x1234 is not deployed.',
    ],
  ])('is read from %s', (_, text, reason) => {
    expect(of(text)).toContain(reason);
    if (!reason.startsWith('(')) expect(of(text)).toBe(reason);
  });

  it('is read from errors in each other', () => {
    for (const depth of [1, 2, 10, 40]) expect(of(nest(panic(quoted('too deep')), depth))).toBe('too deep');
  });

  it('is what the node says if errors are nested for ever', () => {
    expect(of(nest('lost', 500))).toBe('Transaction execution error');
  });

  it.each([
    ['felts', [felt('argent/multicall-failed'), '0x1', felt('ERC20: low'), felt('ENTRYPOINT_FAILED')], 'ERC20: low'],
    [
      'a byte array of one word',
      ['0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3', '0x0', felt('Staker inactive'), '0xf'],
      'Staker inactive',
    ],
    [
      'a byte array of several words',
      [
        '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3',
        '0x1',
        felt('Pool member exists, use add_to_'),
        felt('delegation_pool instead'),
        '0x17',
        felt('ENTRYPOINT_FAILED'),
      ],
      'Pool member exists, use add_to_delegation_pool instead',
    ],
  ])('is decoded where a node leaves out the words: %s', (_, felts, reason) => {
    expect(of(felts.join(' '))).toBe(reason);
    expect(
      of(
        `Error in contract 0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929:\n(${felts.join(', ')}).`,
      ),
    ).toBe(reason);
    expect(of(JSON.stringify(felts))).toBe(reason);
  });

  it.each([[undefined], [null], [7], [[]], [{}], [{ execution_error: 5 }], [{ execution_error: { error: [] } }]])(
    'is the message of the node if its data are %j',
    (data) => {
      expect(reasonOf({ code: 41, message: 'Transaction execution error', data })).toBe('Transaction execution error');
    },
  );

  it('is told even if there is none', () => {
    expect(reasonOf({ code: 41, message: '', data: '\n \n' })).toBe('the node gives no reason');
  });
});

describe('a hostile text', () => {
  it('names no host and stays short', () => {
    expect(of(`"call https://evil.example/?q=1 or 10.0.0.1 ${'a'.repeat(500)}"`)).not.toMatch(/evil|10\.0/);
    expect(of('b'.repeat(100_000)).length).toBeLessThanOrEqual(200);
    expect(of("0x41 ('first\u0000\u202e\nsecond')")).not.toContain('\u202e');
  });

  it.each([
    ['quotes that do not end', "0x1 ('".repeat(10_000)],
    ['long texts that do not end', '"'.repeat(50_000)],
    ['felts', '0x41414141,'.repeat(20_000)],
    [
      'byte arrays of lengths that are wrong',
      '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3 0xffffffffffffffff '.repeat(500),
    ],
    ['byte arrays without end', '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3 '.repeat(500)],
  ])('of %s is read to its end', (_, text) => {
    expect(of(text).length).toBeLessThanOrEqual(200);
  });
});
