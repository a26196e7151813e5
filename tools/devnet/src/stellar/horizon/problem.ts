import type { RestReply } from '../engine.ts';

/** A problem as Horizon writes it (stellar/go:support/render/problem, stellar-horizon:internal/render/problem). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly extras: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, type: string, title: string, detail: string, extras?: Readonly<Record<string, unknown>>) {
    super(detail);
    this.status = status;
    this.type = type;
    this.title = title;
    this.extras = extras;
  }

  toReply(): RestReply {
    const { type, title, status, message: detail, extras } = this;
    const body = {
      type: `https://stellar.org/horizon-errors/${type}`,
      title,
      status,
      detail,
      ...(extras && { extras }),
    };
    return { status, body, headers: { 'content-type': 'application/problem+json; charset=utf-8' } };
  }
}

export const notFound = () =>
  new Problem(404, 'not_found', 'Resource Missing', 'There is nothing at this URL, or no data with these parameters.');

export const badField = (field: string, reason: string) =>
  new Problem(400, 'bad_request', 'Bad Request', 'The request was invalid in some way.', {
    invalid_field: field,
    reason,
  });

export const beforeHistory = () =>
  new Problem(
    410,
    'before_history',
    'Data Requested Is Before Recorded History',
    'This server has a part of the history alone.',
  );

export const staleHistory = () =>
  new Problem(
    503,
    'stale_history',
    'Historical DB Is Too Stale',
    'The history lags too far behind core. Try again later.',
  );

export const unsupportedMediaType = () =>
  new Problem(
    415,
    'unsupported_media_type',
    'Unsupported Media Type',
    'The only supported content type is application/x-www-form-urlencoded.',
  );

export const serverError = (cause: unknown) =>
  new Problem(
    500,
    'server_error',
    'Internal Server Error',
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
  );
