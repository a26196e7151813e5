import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ts from 'typescript';
import { describe, expect, it } from 'vitest';

// What an editor shows over a field, asked of TypeScript's own language service, as editors ask it.

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** All families show the same texts: they are core's. */
const program = `
import { type Completed, evm, type Evm, type IntentInput } from '@isochain/evm';
import type { Algorand } from '@isochain/algorand';
import type { Cosmos } from '@isochain/cosmos';
import { ton, type Ton } from '@isochain/ton';
const chain = evm.connect('base');
declare const transfer: IntentInput<Evm, 'transfer'>;
declare const completed: Completed<Evm, 'transfer'>;
declare const unstake: IntentInput<Ton, 'unstake'>;
declare const registration: IntentInput<Algorand, 'stake'>;
declare const sent: IntentInput<Cosmos, 'transfer'>;
export const state = await chain.accountState('a');
export const history = await chain.history('a');
export const read = await chain.transaction('a');
export const found = await chain.token('a');
export const validators = await chain.validators();
export const encoded = await ton.connect('ton').encode(unstake);
export const looked = [state.balances.native?.available, transfer.amount, transfer.memo];
`;

const file = `${root}tools/clients/src/hover-program.ts`;
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile).config,
  ts.sys,
  root,
);
const readFile = (name: string) => (name === file ? program : ts.sys.readFile(name));
const service = ts.createLanguageService({
  getCompilationSettings: () => ({ ...options, noEmit: true, types: [] }),
  getCurrentDirectory: () => dirname(file),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot(name) {
    const text = readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
});
const made = service.getProgram();
const read = made?.getSourceFile(file);
if (made === undefined || read === undefined) throw new Error('The program cannot be read.');
const source: ts.SourceFile = read;
const checker = made.getTypeChecker();

/** The type of a variable of the program. */
function typeOf(name: string): ts.Type {
  let found: ts.Type | undefined;
  source.forEachChild(function visit(node) {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = checker.getTypeAtLocation(node.name);
    else node.forEachChild(visit);
  });
  if (found === undefined) throw new Error(`The program has no ${name}.`);
  return found;
}

/** The names of what a field of a type holds. */
function fieldsOf(type: ts.Type, field: string): string[] {
  const property = type.getProperty(field) ?? (type.isUnion() ? type.types[0]?.getProperty(field) : undefined);
  if (property === undefined) throw new Error(`There is no ${field}.`);
  const inner = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, source as ts.SourceFile));
  return inner.getProperties().map(({ name }) => name);
}

/** Paths of all fields of a type that have no text. A path that `skips` names is looked at, and not what is in it. */
function fieldsWithoutText(type: ts.Type, skips: readonly string[] = [], path = ''): string[] {
  if (type.isUnion()) return [...new Set(type.types.flatMap((part) => fieldsWithoutText(part, skips, path)))];
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (element !== undefined && checker.isArrayType(type)) return fieldsWithoutText(element, skips, `${path}[]`);
  if (checker.isTupleType(type)) return [];
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0 || type.getCallSignatures().length > 0)
    return [];
  return type.getProperties().flatMap((property) => {
    const name = `${path}.${property.name}`;
    const inner = checker.getTypeOfSymbolAtLocation(property, source);
    const missing = property.getDocumentationComment(checker).length === 0 ? [name] : [];
    return [...missing, ...(skips.includes(name) ? [] : fieldsWithoutText(inner, skips, name))];
  });
}

describe('an editor', () => {
  it('shows a text over each field of an intent', () => {
    expect(fieldsWithoutText(typeOf('transfer'))).toEqual([]);
    for (const name of ['unstake', 'registration', 'sent']) {
      expect([name, fieldsWithoutText(typeOf(name))]).toEqual([name, []]);
      expect(fieldsOf(typeOf(name), 'params')).not.toEqual([]);
    }
  });

  it.each(['state', 'history', 'read', 'found', 'validators'])(
    'shows a text over each field of an answer: %s',
    (name) => {
      expect(typeOf(name).getProperties()).not.toEqual([]);
      expect(fieldsWithoutText(typeOf(name))).toEqual([]);
    },
  );

  it('shows a text over each field of what encode answers', () => {
    expect(fieldsWithoutText(typeOf('completed'), ['.params'])).toEqual([]);
    const skips = ['.transaction.data.params', '.status.errors[].context', '.status.warnings[].context'];
    expect(fieldsWithoutText(typeOf('encoded'), skips)).toEqual([]);
  });

  it.each([
    ['available', 'What a transfer can use, before fees.'],
    ['amount', 'Amount in the smallest unit. Use either this or `useMaxAmount`.'],
    ['memo', 'The transaction cannot carry a memo. An exchange that asks for one cannot be paid with it.'],
  ])('shows the text of %s', (field, text) => {
    const info = service.getQuickInfoAtPosition(file, program.lastIndexOf(field));
    expect(ts.displayPartsToString(info?.documentation)).toBe(text);
  });

  it('finds no mistake in the program', () => {
    expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  });
});
