import type { Settings } from '../config/settings.ts';
import type { Gateway } from '../context.ts';
import { annotate, type DocumentSchema } from './annotate.ts';
import { registerComponents } from './components.ts';
import { needs } from './examples.data.ts';
import { withListedChains } from './listed-chains.ts';
import { withWishes } from './with-wishes.ts';
import { withoutUnbuilt } from './without-unbuilt.ts';

/** Version of the interface. */
export const version = '0.1.0';

const description = `A uniform interface to many blockchains: reading accounts and tokens, encoding transactions, broadcasting signed ones.

The service holds no keys. A transaction takes three steps: **encode** turns what a client wants into bytes to sign, the client signs outside the
service, **broadcast** sends what was signed. Pass \`data\` and \`encoded\` from encode to broadcast unchanged.

All amounts are strings in the smallest unit. Every answer has \`X-Request-Id\`; every answer that is not a success has \`status.errors\`, each with
a \`message\` for people and a \`code\` for machines. A path that does not exist answers 404, and a method that a path does not take 405 with \`Allow\`.

The examples are requests and answers of profile development (\`npm start\`): sent there, they work as they are. Some need more:

${whatMore()}`;

function whatMore(): string {
  const whats = [...new Set<string>(Object.values(needs))];
  const rows = whats.map((what) => {
    const chains = Object.entries(needs).flatMap(([chainId, needed]) => (needed === what ? [`\`${chainId}\``] : []));
    return `| ${chains.join(', ')} | ${what} |`;
  });
  return ['| examples of | need |', '| --- | --- |', ...rows].join('\n');
}

const tags = [
  { name: 'Chains', description: 'Which chains there are, and what works on each.' },
  { name: 'Accounts', description: 'State and history of accounts.' },
  { name: 'Tokens', description: 'Details of tokens.' },
  { name: 'Transactions', description: 'Encode, validate, broadcast, look up.' },
  { name: 'Service', description: 'The service itself. No key needed.' },
];

/**
 * The OpenAPI document of an app with all its routes. Made once: it only depends on the code and on one setting.
 *
 * @param lists - Whether the specification's lists of chains count for paths that could take every chain.
 * @param hasAllFamilies - Then no path answers 501.
 */
export function createDocument(app: Gateway, lists: Settings['chainLists'], hasAllFamilies: boolean): () => object {
  let document: object | undefined;
  return () => {
    if (document === undefined) {
      registerComponents(app);
      const made = app.getOpenAPI31Document({
        openapi: '3.1.1',
        info: {
          title: 'isochain',
          version,
          description,
          license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
        },
        servers: [{ url: '/', description: 'This service' }],
        tags,
      });
      const schemas = withWishes(annotate((made.components?.schemas ?? {}) as Record<string, DocumentSchema>));
      const listed = lists === 'specification' ? withListedChains(made.paths) : made.paths;
      const paths = hasAllFamilies ? withoutUnbuilt(listed) : listed;
      document = { ...made, paths, components: { ...made.components, schemas } };
    }
    return document;
  };
}
