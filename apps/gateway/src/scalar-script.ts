import scalar from '@scalar/fastify-api-reference';

/** What the field for the key shows while it is empty: a joke in base64. It looks like a key that the service gave out. */
const joke = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

/**
 * The script of the reference page, with words in the empty field for the key. Its package is made for another server and serves the script only in a route: this code asks that route.
 */
export function readScalarScript(): string {
  let script: unknown;
  const reply = {
    header: () => reply,
    send(content: unknown) {
      script = content;
      return reply;
    },
  };
  const server = {
    initialConfig: {},
    route({ url, handler }: { url: string; handler: (request: unknown, reply: unknown) => unknown }) {
      if (url.endsWith('.js')) handler({}, reply);
    },
  };
  // The part of a server that the plugin needs to register its routes.
  scalar(server as never, { routePrefix: '/docs', configuration: { url: 'openapi.json' } } as never, () => {});
  if (typeof script !== 'string') throw new Error('The reference package does not serve its script any more.');
  return script.replaceAll(joke, 'Your API key');
}
