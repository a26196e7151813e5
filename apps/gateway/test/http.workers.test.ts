import { describe } from 'vitest';
import { httpCases } from './cases/index.ts';

describe('the app on workerd', () => {
  httpCases(async (app) => ({
    request: async (path, init) => app.fetch(new Request(`http://gateway.test${path}`, init)),
    close: async () => {},
  }));
});
