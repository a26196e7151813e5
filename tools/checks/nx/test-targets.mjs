// For Nx, which asks an older compiler than ours before it loads TypeScript itself.
export { createNodes } from '../src/nx/test-targets.ts';
