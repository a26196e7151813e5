// For Nx, which asks an older compiler than ours before it loads TypeScript itself.
export { batch, default } from '../src/nx/test-executor.ts';
