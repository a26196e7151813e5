import type { Kind } from '@isochain/core';
import { httpStatusOf } from '@isochain/gateway/src/render-error.ts';

/** The HTTP status of an answer, by the kind of its first entry. Refusals of a chain and warnings stand in answers that succeed. */
export const httpStatuses: Readonly<Record<Kind, number>> = { ...httpStatusOf, chain: 200, warning: 200 };
