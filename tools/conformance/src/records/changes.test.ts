import { describe, expect, it } from 'vitest';
import type { RecordedAnswer } from './answer.ts';
import { applyChanges, type Changes, unusedChanges } from './changes.ts';
import { differencesOf } from './differences.ts';

const answer = (data: object, warnings: RecordedAnswer['warnings'] = []): RecordedAnswer => ({
  data: data as RecordedAnswer['data'],
  encoded: [],
  errors: [],
  warnings,
});
const checksum = (digit: string) => digit.repeat(32);

function differences(changes: Changes, recorded: RecordedAnswer, now: RecordedAnswer): string[] {
  const compared = applyChanges(changes, recorded, now);
  return differencesOf(compared.recorded, compared.now).map(({ path }) => path);
}

describe('changes that are accepted', () => {
  it('may give members another name and another place, in lists too', () => {
    const recorded = answer({ params: { blockhash: 'x', inputs: [{ value: '1' }, { value: '2' }] } });
    const now = answer({ params: { reference: { blockhash: 'x' }, inputs: [{ amount: '1' }, { amount: '2' }] } });
    const renamed = {
      'data.params.blockhash': 'data.params.reference.blockhash',
      'data.params.inputs[].value': 'data.params.inputs[].amount',
    };
    expect(differences({ renamed }, recorded, now)).toEqual([]);
    expect(differences({}, recorded, now)).toHaveLength(6);
    const other = answer({ params: { reference: { blockhash: 'x' }, inputs: [{ amount: '1' }, { amount: '3' }] } });
    expect(differences({ renamed }, recorded, other)).toEqual(['data.params.inputs[1].amount']);
  });

  it('may add members and take some away', () => {
    const changes = { added: ['data.params.signers'], removed: ['data.params.v'] };
    expect(differences(changes, answer({ params: { v: 1, a: 2 } }), answer({ params: { a: 2, signers: [] } }))).toEqual(
      [],
    );
    expect(differences(changes, answer({ params: { v: 1 } }), answer({ params: { v: 1 } }))).toEqual(['data.params.v']);
  });

  it('compare the form of a checksum alone where data changed on purpose, and its value everywhere else', () => {
    const recorded = answer({ params: { v: 1, checksum: checksum('a') } });
    const now = (text: string) => answer({ params: { checksum: text } });
    const changes = { removed: ['data.params.v'] };
    expect(differences(changes, recorded, now(checksum('b')))).toEqual([]);
    expect(differences(changes, recorded, now('none'))).toEqual(['data.params.checksum']);
    expect(differences(changes, recorded, answer({ params: {} }))).toEqual(['data.params.checksum']);
    expect(differences(changes, now(checksum('a')), now(checksum('b')))).toEqual(['data.params.checksum']);
  });

  it('may give codes other names', () => {
    const warned = (code: string) => answer({}, [{ code }]);
    expect(differences({ codes: { 'a.b': 'a.c' } }, warned('a.b'), warned('a.c'))).toEqual([]);
    expect(differences({ codes: { 'a.b': 'a.c' } }, warned('a.b'), warned('a.b'))).toEqual(['warnings[0].code']);
  });

  it('may add names to the context of a code, and take some away', () => {
    const warned = (code: string, context: object) => answer({}, [{ code, context: { ...context } }]);
    const changes = { codes: { 'a.b': 'a.c' }, contexts: { 'a.b': { added: ['fees'], removed: ['whose'] } } };
    expect(differences(changes, warned('a.b', { whose: 'x', n: 1 }), warned('a.c', { fees: '5', n: 1 }))).toEqual([]);
    expect(differences(changes, warned('a.b', { whose: 'x' }), warned('a.c', {}))).toEqual([]);
    expect(differences(changes, warned('a.d', { n: 1 }), warned('a.d', { n: 1, fees: '5' }))).not.toEqual([]);
    expect(differences(changes, warned('a.b', { n: 1 }), warned('a.c', { n: 2, fees: '5' }))).not.toEqual([]);
  });

  it('are told when no record needs them', () => {
    const changes = {
      ...{ renamed: { 'data.x': 'data.y' }, added: ['data.z'], removed: ['data.w'] },
      ...{ codes: { a: 'b' }, contexts: { c: { added: ['n'] } } },
    };
    const used = new Set<string>();
    applyChanges(changes, answer({ x: 1 }), answer({ y: 1 }), used);
    expect(unusedChanges(changes, used)).toEqual(['removed data.w', 'added data.z', 'codes a', 'contexts c']);
  });
});
