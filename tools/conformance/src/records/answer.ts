import { type EncodedItem, type EncodeResult, type News, RefusedError } from '@isochain/core';

/** A problem as records keep it: without its sentence, which may be written better. */
export interface RecordedProblem {
  readonly code: string;
  readonly field?: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What encode answers. */
export interface RecordedAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly encoded: readonly EncodedItem[];
  readonly errors: readonly RecordedProblem[];
  readonly warnings: readonly RecordedProblem[];
}

/** What is thrown instead of an answer. */
export interface RecordedRefusal {
  readonly refused: readonly RecordedProblem[];
}

export function toRecordedAnswer({ transaction, status }: EncodeResult): RecordedAnswer {
  return { ...transaction, errors: status.errors.map(toProblem), warnings: status.warnings.map(toProblem) };
}

/** @throws What is no refusal: a defect, or an upstream that gives no usable answer, which is not what a record is for. */
export function toRecordedRefusal(error: unknown): RecordedRefusal {
  if (!(error instanceof RefusedError)) throw error;
  return { refused: error.problems.map(toProblem) };
}

function toProblem({
  code,
  field,
  context,
}: Pick<News, 'field' | 'context'> & { code?: string | undefined }): RecordedProblem {
  const facts = Object.entries(context ?? {}).filter(([, value]) => !isSentence(value));
  return {
    code: code ?? '',
    ...(field === undefined ? {} : { field }),
    ...(facts.length === 0 ? {} : { context: Object.fromEntries(facts) }),
  };
}

/** Names and amounts have no more than two words. */
function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.split(' ').length > 2;
}
