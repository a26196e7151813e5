import type { Code, ContextOf } from './codes/index.ts';
import { type News, type Problem, problem } from './problem.ts';

/**
 * A fault: something is broken, or the request cannot be served as it stands. Faults are thrown. Problems of an intent that a person can act on
 * are values (`Problem`).
 */
export class IsochainError<C extends Code = Code> extends Error {
  override readonly name: string = 'IsochainError';
  readonly code: C;
  /** Facts for logs. Only what is in `problems` reaches a client. */
  readonly context: Readonly<Record<string, unknown>>;

  constructor(code: C, message: string, options: ErrorOptions & { context?: Readonly<Record<string, unknown>> } = {}) {
    super(message, options);
    this.code = code;
    this.context = options.context ?? {};
  }

  /** What a client reads. */
  get problems(): readonly News[] {
    return [{ code: this.code, message: this.message }];
  }
}

/**
 * Why a transaction that was refused can no longer be carried out, whatever endpoints did with it. It must be shown by the chain. What a node says of
 * the transaction itself is no proof:
 * - `another`: another transaction is in a block, and used its nonce, its sequence number or its coin
 * - `over`: an endpoint without the transaction shows a block after the last one that could hold it
 */
export type Proof = 'another' | 'over';

/**
 * A refused request: malformed, unknown, not authorised, or refused by the chain on broadcast. Carries all problems found, each with its field.
 */
export class RefusedError extends IsochainError {
  override readonly name = 'RefusedError';
  /** Set if the transaction was sent, and it is known that it cannot be carried out any more. */
  readonly proof: Proof | undefined;
  readonly #problems: readonly [Problem, ...Problem[]];

  constructor(
    problems: readonly [Problem, ...Problem[]],
    { proof, ...options }: ErrorOptions & { readonly proof?: Proof } = {},
  ) {
    super(problems[0].code, problems[0].message, {
      ...options,
      ...(proof === undefined ? {} : { context: { proof } }),
    });
    this.#problems = problems;
    this.proof = proof;
  }

  override get problems(): readonly [Problem, ...Problem[]] {
    return this.#problems;
  }
}

/** A `RefusedError` with one problem, made from its code. */
export function refuse<C extends Code>(
  code: C,
  context: ContextOf<C>,
  field?: string,
  options?: ErrorOptions,
): RefusedError {
  return new RefusedError([problem(code, context, field)], options);
}

/** The same refusal of a broadcast, with the proof that the transaction can no longer be carried out. Without one, `judgeRefusal` may not let it stand. */
export function proven(error: RefusedError, proof: Proof): RefusedError {
  return new RefusedError(error.problems, { cause: error.cause, proof });
}

/**
 * Refuses completed data that contradict themselves: somebody changed them after encode.
 *
 * @param field - Path in `transaction.data`, such as `fees` or `params.blockhash`.
 */
export function altered(field: string): RefusedError {
  return refuse('data.altered', { reason: `${field} does not follow from the rest` }, `transaction.data.${field}`);
}
