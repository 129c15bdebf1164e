import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { freshFolder } from './store.js';
import { bundleProgram } from './store-program.js';

const ROUNDS = 300;
const WORKERS = 4;

/** Each makes the folder of each round at the same time as the others, and says what was thrown. */
const WORKER = `
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareFolder } from './folder.js';
const arrived = new Int32Array(workerData.arrived);
const thrown = [];
for (let round = 1; round <= ${ROUNDS}; round++) {
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) < round * ${WORKERS});
  try {
    prepareFolder(join(workerData.dir, String(round), 'a/b/c/d'));
  } catch (error) {
    thrown.push(String(error));
  }
}
parentPort.postMessage(thrown);
`;

test('threads that make one deep folder at once all have it', async () => {
  const dir = freshFolder();
  const program = await bundleProgram(WORKER);
  const arrived = new SharedArrayBuffer(4);
  const thrown = await Promise.all(
    Array.from(
      { length: WORKERS },
      () =>
        new Promise<string[]>((resolve, reject) => {
          const worker = new Worker(program, { workerData: { dir: join(dir, 'made'), arrived } });
          worker.once('message', resolve).once('error', reject);
        }),
    ),
  );
  expect(thrown.flat()).toEqual([]);
});
