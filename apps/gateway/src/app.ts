import { OpenAPIHono } from '@hono/zod-openapi';
import { RefusedError, schemaProblems } from '@isochain/core';
import type { Dependencies, Env, Gateway } from './context.ts';
import { readKeys } from './keys/api-keys.ts';
import { accessLog } from './middleware/access-log.ts';
import { answerHeaders, preflight } from './middleware/answer-headers.ts';
import { apiKey } from './middleware/api-key.ts';
import { queryTypos } from './middleware/query-typos.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { requestIdOf } from './middleware/request-id.ts';
import { notFound } from './not-found.ts';
import { renderError } from './render-error.ts';
import { mountRoutes } from './routes/index.ts';
import { requestSpan } from './telemetry/spans.ts';

/** The whole service as one function from request to answer, the same on every platform. */
export function createApp(dependencies: Dependencies): Gateway {
  const { settings } = dependencies;
  const app: Gateway = new OpenAPIHono<Env>({
    // A parameter of the path or query that its schema refuses.
    defaultHook(result) {
      if (!result.success) throw new RefusedError(schemaProblems(result.error.issues), { cause: result.error });
    },
  });
  app.onError(renderError);
  app.notFound(notFound(app));

  const addHeaders = answerHeaders(settings.cors);
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('dependencies', dependencies);
    c.set('requestId', requestId);
    c.set('traces', []);
    c.set('ignored', []);
    c.set('told', { problems: [] });
    await next();
    addHeaders(c.res.headers, requestId, c.req.header('origin'));
  });
  app.use(requestSpan, accessLog);
  app.options('*', preflight);
  const keys = readKeys(settings.keys);
  app.use('/api/*', apiKey(keys), rateLimit, queryTypos(app), (c, next) => {
    // Old balances and fees are wrong, and shared caches must not hold what one key may see.
    c.header('Cache-Control', 'no-store');
    return next();
  });
  if (settings.metrics === 'key') app.use('/metrics', apiKey(keys));
  mountRoutes(app, settings.chainLists, dependencies.chains.hasAllFamilies);
  return app;
}
