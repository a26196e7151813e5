import { cleanReason } from '@isochain/core/upstream';
import type { Redis } from 'ioredis';

export interface RedisWatch {
  /** Whether it has answered, and nothing has been heard against it since. */
  isHealthy(): boolean;
  /** What requests say: that they are answered, or are not. */
  requestsShow(isHealthy: boolean): void;
  /** Remembers why a request failed. */
  noting<T>(request: Promise<T>): Promise<T>;
}

/** So long a Redis that took a connection may take to say whether it is ready. */
const greetingMs = 1_000;

/**
 * Follows how a Redis is, by its connection and by the requests that it is sent.
 *
 * @param late - The reason where it neither answers nor refuses.
 * @param onChange - Told once for each change; at first it counts as well, so that nothing is told of one that is.
 */
export function watchRedis(
  client: Redis,
  late: string,
  onChange: (isHealthy: boolean, reason: string | undefined) => void,
): RedisWatch {
  let hasAnswered = false;
  /** What was told last. */
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
    // One that takes connections and then says nothing makes no error.
    greeting = setTimeout(() => tell(false, late), greetingMs);
  });
  client.on('close', () => clearTimeout(greeting));
  client.on('error', (error: unknown) => {
    broken = reasonOf(error);
    tell(false, broken);
    if (Object(error).command?.name !== 'select') return;
    // The client would go on with another database than the one that was meant.
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
      // Without a connection the reason is known, or will be soon: then it is told.
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

/** What Redis says, rather than the client or the system. */
function isReply(error: unknown): boolean {
  return Object(error).name === 'ReplyError';
}

/** Messages of the system name hosts, those of Redis only what it was asked. Of a transaction the first refusal says why. */
function reasonOf(error: unknown): string {
  const { message, code, previousErrors: [first] = [] } = Object(error);
  if (first !== undefined) return reasonOf(first);
  return isReply(error) ? cleanReason(String(message)) : String(code ?? message);
}
