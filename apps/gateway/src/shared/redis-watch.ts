import { cleanReason } from '@isochain/core/upstream';
import type { Redis } from 'ioredis';

export interface RedisWatch {
  /** Whether it has answered, and nothing has failed since. */
  isHealthy(): boolean;
  /** Told whether a request was answered. */
  requestsShow(isHealthy: boolean): void;
  /** Remembers why a request failed. */
  noting<T>(request: Promise<T>): Promise<T>;
}

/**
 * Follows the health of a Redis, by its connection and by the requests sent to it.
 *
 * @param timeoutMs - How long an answer may take. To say that it is ready, after it took a connection, a Redis may take four times as long.
 * @param onChange - Told once for each change. A Redis counts as healthy at first, so nothing is told if it is.
 */
export function watchRedis(
  client: Redis,
  timeoutMs: number,
  onChange: (isHealthy: boolean, reason: string | undefined) => void,
): RedisWatch {
  /** The reason if it neither answers nor refuses. */
  const late = `no answer within ${timeoutMs} ms`;
  let hasAnswered = false;
  /** What `onChange` was told last. */
  let told = true;
  let areRequestsAnswered = true;
  let refusesDatabase = false;
  /** Why there is no connection, and why the last request was refused. */
  let broken: string | undefined;
  let refused: string | undefined;
  /** The last request met a connection that was going away. */
  let isLost = false;

  function tell(isHealthy: boolean, reason?: string): void {
    if (isHealthy === told) return;
    told = isHealthy;
    onChange(isHealthy, reason);
  }

  let greeting: ReturnType<typeof setTimeout> | undefined;
  client.on('connect', () => {
    refusesDatabase = false;
    // A Redis that takes connections and then says nothing makes no error.
    greeting = setTimeout(() => tell(false, late), 4 * timeoutMs);
  });
  client.on('close', () => clearTimeout(greeting));
  client.on('error', (error: unknown) => {
    broken = reasonOf(error);
    tell(false, broken);
    if (Object(error).command?.name !== 'select') return;
    // The client would go on with another database than the configured one.
    refusesDatabase = true;
    client.disconnect(true);
  });
  client.on('ready', () => {
    clearTimeout(greeting);
    if (refusesDatabase) return;
    hasAnswered = true;
    isLost = false;
    broken = undefined;
    if (areRequestsAnswered) tell(true);
  });

  return {
    isHealthy: () => hasAnswered && told,
    requestsShow(isHealthy) {
      areRequestsAnswered = isHealthy;
      const isConnected = client.status === 'ready' && !isLost;
      // Without a connection the connection tells the reason, now or soon.
      const reason = isConnected ? (refused ?? late) : broken;
      if (isHealthy) tell(true);
      else if (reason !== undefined) tell(false, reason);
    },
    async noting(request) {
      try {
        const answer = await request;
        refused = undefined;
        isLost = false;
        return answer;
      } catch (error) {
        isLost = !isReply(error);
        refused = isLost ? undefined : reasonOf(error);
        throw error;
      }
    },
  };
}

/** An error that Redis answered, and not the client or the system. */
function isReply(error: unknown): boolean {
  return Object(error).name === 'ReplyError';
}

/** System errors become their code, because their messages name hosts. In a transaction the first refusal gives the reason. */
function reasonOf(error: unknown): string {
  const { message, code, previousErrors: [first] = [] } = Object(error);
  if (first !== undefined) return reasonOf(first);
  return isReply(error) ? cleanReason(String(message)) : String(code ?? message);
}
