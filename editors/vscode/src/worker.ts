import { parentPort } from 'node:worker_threads';
import type { Answer, Request } from './core/requests';
import { Running } from './core/running';

const running = new Map<number, Running>();

parentPort!.on('message', (request: Request) => {
  if (request.is === 'stop') {
    running.get(request.id)?.stop();
    return;
  }
  running.set(request.id, new Running(request.id, request.command, request.wanted, (answer: Answer) => {
    if (answer.is === 'finished') running.delete(request.id);
    parentPort!.postMessage(answer);
  }));
});
