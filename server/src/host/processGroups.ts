import { type ChildProcess, spawnSync } from 'node:child_process';

const alive = new Set<ChildProcess>();
const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

/** Has a program end no later than this one, however this one ends. Gives what to call once it has ended. */
export function endWithUs(child: ChildProcess): () => void {
  if (alive.size === 0) {
    process.on('exit', killAll);
    for (const signal of SIGNALS) process.on(signal, endWith);
  }
  alive.add(child);
  return () => {
    if (!alive.delete(child) || alive.size > 0) return;
    process.removeListener('exit', killAll);
    for (const signal of SIGNALS) process.removeListener(signal, endWith);
  };
}

/** Ends a program and all that it has started. It leads a group of its own where there are groups. */
export function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // its group is gone, or was never made
  }
}

function killAll(): void {
  for (const child of alive) killGroup(child);
}

function endWith(signal: NodeJS.Signals): void {
  killAll();
  for (const name of SIGNALS) process.removeListener(name, endWith);
  process.kill(process.pid, signal);
}
