import { it } from 'vitest';
import { scenes } from './lies/scenes.ts';
it.each(scenes)('$name', async (scene) => {
  const { endpoints, fetch } = scene.upstream();
  const r: any = await scene.run(scene.connect({ endpoints, fetch }));
  console.log(scene.name, r.status, JSON.stringify(r.transaction.data, null, 0).slice(0, 900), r.carried);
}, 30000);
