import type { RestReply } from './engine.ts';

/** A refusal as both servers write it: `{"message": ...}`. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.data = data;
  }

  toReply(): RestReply {
    const { status, message, data } = this;
    return { status, body: { ...(data && { data }), message } };
  }
}

/** What echo answers for a path that it does not have. */
export const notFound = () => new RestError(404, 'Not Found');
