import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type ReplayTask, type ReplayWorker, type ReplayWorkers, runReplayTask } from '../cli/replay/replayWorker';
import type { SummaryState } from '../core/index';

/** What a thread says: so many windows more, the end of a task, or that it failed. */
type Told =
  | { readonly kind: 'windows'; readonly count: number }
  | { readonly kind: 'done'; readonly state: SummaryState }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Threads that run this very program; `isMainThread` tells it what it is. */
export function replayWorkers(program: string): ReplayWorkers {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  return {
    start: () => startWorker(program, stop),
    stop: () => {
      Atomics.store(stop, 0, 1);
    },
  };
}

function startWorker(program: string, stop: Int32Array): ReplayWorker {
  const worker = new Worker(program, { workerData: { replay: stop } });
  worker.setMaxListeners(0);
  return {
    run: (task, onWindows) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          worker.off('message', listen);
          worker.off('error', fail);
          worker.off('exit', leave);
        };
        const listen = (told: Told) => {
          if (told.kind === 'windows') {
            onWindows(told.count);
            return;
          }
          settle();
          if (told.kind === 'done') resolve(told.state);
          else reject(told.error);
        };
        const fail = (error: unknown) => {
          settle();
          reject(error);
        };
        const leave = (code: number) => fail(new Error(`a thread ended with exit code ${code}`));
        worker.on('message', listen);
        worker.on('error', fail);
        worker.on('exit', leave);
        worker.postMessage(task);
      }),
    end: () => {
      void worker.terminate();
    },
  };
}

/** What such a thread does. */
export function serveReplayTasks(): void {
  const port = parentPort;
  if (port === null) return;
  const { replay: stop } = workerData as { readonly replay: Int32Array };
  const tell = (told: Told) => port.postMessage(told);
  port.on('message', (task: ReplayTask) => {
    const isStopped = () => Atomics.load(stop, 0) === 1;
    runReplayTask(task, isStopped, (count) => tell({ kind: 'windows', count })).then(
      (state) => tell({ kind: 'done', state }),
      (error: unknown) => tell({ kind: 'failed', error }),
    );
  });
}
