import { type Problem, problem, RefusedError } from '@isochain/core';
import type * as z from 'zod';
import { didYouMean } from './near-settings.ts';

/** A setting that is wrong. */
export function configProblem(setting: string, reason: string): Problem {
  return problem('config.invalid', { setting, reason });
}

/** The refusal of one setting. */
export function configError(setting: string, reason: string): RefusedError {
  return new RefusedError([configProblem(setting, reason)]);
}

/** Names a place in the settings. */
export type NameOf = (path: readonly PropertyKey[]) => string;

/** The names that an object of the settings may have. */
export type NamesAt = (path: readonly PropertyKey[]) => readonly string[];

/**
 * What is wrong with settings, in words for an operator. No message repeats a value: it may hold a key.
 *
 * @param above - The path of the parsed value in the settings.
 * @param namesAt - For names that are not known: one that is near is suggested.
 */
export function explain(
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[] = [],
  nameOf: NameOf = join,
  namesAt: NamesAt = () => [],
): Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.find((issues) => issues.length > 0 && !isFar(issues));
    if (closest !== undefined) return closest.flatMap((inner) => explain(inner, path, nameOf, namesAt));
  }
  if (issue.code === 'unrecognized_keys') {
    const names = namesAt(path);
    return issue.keys.map((key) => configProblem(nameOf([...path, key]), `is not a setting${didYouMean(key, names)}`));
  }
  return [configProblem(nameOf(path), reasonOf(issue))];
}

/** The usual `NameOf`. */
export function join(path: readonly PropertyKey[]): string {
  return path.map((name) => shown(String(name))).join('.');
}

/** No name of a setting or chain is longer. */
const longestName = 32;

/** A name for a message. A long one is cut: it may be a key in the place of its name. */
function shown(name: string): string {
  return printable(name.length > longestName ? `${name.slice(0, 8)}...` : name);
}

/** A text without characters that control a terminal or change the order of the text. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}

/** True for a form that the value was not meant to have, because its type is another one. */
function isFar(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.some(({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'));
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a name that can be used';
    case 'invalid_union':
      return 'has none of the forms that are accepted';
    default:
      return issue.message;
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters long' : origin === 'array' ? ' entries long' : '';
}
