// For honest upstreams of scenes: they stand in front of a real engine or a stand-in, and the same question always has the same answer.

/** Headers of one exchange. They differ from time to time, or are about a body that is not sent on as it was. */
const ownHeaders = ['content-length', 'date', 'connection', 'keep-alive'];

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Answers each question once and for all. Equal questions have the same method, URL and body.
 *
 * @param ask - Asks the chain. It gets the method, the headers and the body of the first such question, and no signal: others wait for the same answer.
 */
export function answerOnce(ask: (url: URL, init: RequestInit) => Promise<Response>): typeof fetch {
  const answers = new Map<string, Promise<Answered>>();
  const askFirst = async (url: URL, init: RequestInit): Promise<Answered> => {
    const response = await ask(url, init);
    const headers = new Headers(response.headers);
    for (const name of ownHeaders) headers.delete(name);
    return { status: response.status, text: await response.text(), headers };
  };
  return async (input, init = {}) => {
    const url = new URL(String(input));
    const { method = 'GET', headers = {} } = init;
    const body = init.body == null ? undefined : new Uint8Array(await new Response(init.body).arrayBuffer());
    const key = `${method} ${url} ${Buffer.from(body ?? []).toString('base64')}`;
    const answer = answers.get(key) ?? askFirst(url, { method, headers, ...(body === undefined ? {} : { body }) });
    answers.set(key, answer);
    const { status, text, headers: told } = await answer;
    return new Response(text, { status, headers: told });
  };
}

/** Makes a function that runs things one at a time, in the order of its calls: others would see what is only rehearsed. */
export function takeTurns(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const done = last.then(run, run);
    last = done.catch(() => {});
    return done;
  };
}
