import { describe } from 'vitest';
import { listen } from '../src/server.ts';
import { httpCases } from './cases/index.ts';

describe('the app on Node', () => {
  httpCases(async (app) => ({
    request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
    close: async () => {},
  }));
});

describe('a server on Node', () => {
  httpCases(async (app) => {
    const server = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0, drainTimeoutMs: 1000 });
    return { request: (path, init) => fetch(`${server.url}${path}`, init), close: server.stop };
  });
});
