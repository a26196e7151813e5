import type { RouteConfig } from '@hono/zod-openapi';
import type { Handler, MiddlewareHandler } from 'hono';
import type { Settings } from '../config/settings.ts';
import type { ChainEnv, Gateway } from '../context.ts';
import { onlyPost } from '../middleware/only-post.ts';
import { revalidated } from '../middleware/revalidated.ts';
import { createDocument } from '../openapi/document.ts';
import { accountState, accountStateRoute, chainAccountStateRoute } from './account-state.ts';
import { accountStates, accountStatesRoute } from './account-states.ts';
import { accountTokens, accountTokensRoute } from './account-tokens.ts';
import { addresses, addressesRoute } from './addresses.ts';
import { broadcast, broadcastRoute } from './broadcast.ts';
import { chain, chainRoute } from './chain.ts';
import { chains, chainsRoute } from './chains.ts';
import { docs, docsScript } from './docs.ts';
import { encode, encodeRoute } from './encode.ts';
import { health, healthRoute } from './health.ts';
import { chainHistoryRoute, history, historyRoute } from './history.ts';
import { metrics } from './metrics.ts';
import { ready, readyRoute } from './ready.ts';
import { root, rootRoute } from './root.ts';
import { chainTokenRoute, token, tokenRoute } from './token.ts';
import { tokens, tokensRoute } from './tokens.ts';
import { chainTransactionRoute, transaction, transactionRoute } from './transaction.ts';
import { validate, validateRoute } from './validate.ts';
import { chainValidatorsRoute, validators, validatorsRoute } from './validators.ts';

/**
 * Mounts all routes.
 *
 * @param lists - Whether the document has the specification's lists of chains for paths that could take every chain.
 */
export function mountRoutes(app: Gateway, lists: Settings['chainLists'], hasAllFamilies: boolean): void {
  app.openapi(chainsRoute, chains);
  app.openapi(chainRoute, chain);
  app.openapi(validatorsRoute, validators);
  app.openapi(chainValidatorsRoute, validators);
  app.openapi(accountStatesRoute, accountStates);
  app.openapi(accountStateRoute, accountState);
  app.openapi(chainAccountStateRoute, accountState);
  app.openapi(accountTokensRoute, accountTokens);
  app.openapi(historyRoute, history);
  app.openapi(chainHistoryRoute, history);
  app.openapi(addressesRoute, addresses);
  mountStep(app, encodeRoute, encode);
  mountStep(app, validateRoute, validate);
  mountStep(app, broadcastRoute, broadcast);
  app.openapi(transactionRoute, transaction);
  app.openapi(chainTransactionRoute, transaction);
  app.openapi(tokensRoute, tokens);
  mountRest(app, tokenRoute, token);
  mountRest(app, chainTokenRoute, token);
  app.openapi(rootRoute, root);
  app.openapi(healthRoute, health);
  app.openapi(readyRoute, ready);

  app.get('/metrics', metrics);

  const document = createDocument(app, lists, hasAllFamilies);
  app.get('/openapi.json', revalidated, (c) => c.json(document()));
  app.get('/docs', docs);
  app.get('/docs/scalar.js', revalidated, docsScript);
}

/** Mounts a step of a transaction. Its path holds only the chain, which is opened before: nothing is left to validate. */
function mountStep(app: Gateway, route: ChainRoute, handler: Handler<ChainEnv>): void {
  const { middleware, ...documented } = route;
  app.openAPIRegistry.registerPath(documented);
  const pattern = toPattern(route.path);
  app.post(pattern, middleware, handler);
  app.all(pattern, onlyPost);
}

/** Mounts a route with a last parameter that takes the rest of the path, slashes included, except one at the end. OpenAPI cannot express that. */
function mountRest(app: Gateway, route: ChainRoute, handler: Handler<ChainEnv>): void {
  const { middleware, ...documented } = route;
  app.openAPIRegistry.registerPath(documented);
  app.get(toPattern(route.path).concat('{.*[^/]}'), middleware, handler);
}

/** Turns a path of OpenAPI into a path of the router. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

type ChainRoute = RouteConfig & { readonly middleware: MiddlewareHandler<ChainEnv> };
