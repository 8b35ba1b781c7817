// Runs forall and reads what it writes. It is used in a thread of its own: streams of ten thousand cases are tens of megabytes, and
// the thread of the extension must stay free.
import { spawn } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { storedCases, storedPuts } from './cases';
import { eventsVersion, readLine, versionProblem } from './events';
import { Lines } from './lines';
import { Model } from './model';
import { checkedReport, coverageOf } from './report';
import type { Answer, Command, Output, Wanted } from './requests';

const mostMessages = 64 * 1024;  // of standard error
const pause = 100;               // milliseconds between two reports of changes

export class Running {
  private readonly model = new Model();
  private readonly changed = new Set<string>();
  private readonly lines = new Lines();
  private readonly chunks: Buffer[] = [];
  private messages = '';
  private problem = '';
  private readonly child;
  private readonly timer;

  constructor(private readonly id: number, command: Command, private readonly wanted: Wanted, private readonly tell: (answer: Answer) => void) {
    this.child = spawn(command.program, command.arguments, { cwd: command.folder, stdio: ['ignore', 'pipe', 'pipe'], shell: false });
    this.timer = setInterval(() => this.report(), pause);
    this.child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => { this.messages = (this.messages + chunk.toString('utf8')).slice(-mostMessages); });
    this.child.on('error', (error) => { this.problem = `${command.program} cannot be started: ${error.message}`; });
    this.child.on('close', (code) => this.finish(code));
  }

  // As Ctrl-C does: what was found until then is kept.
  stop(): void { this.child.kill('SIGINT'); }

  private read(chunk: Buffer): void {
    if (this.wanted === 'events') this.lines.push(chunk).forEach((line) => this.readEvent(line));
    else this.chunks.push(chunk);
  }

  private readEvent(line: string): void {
    const reading = readLine(line);
    if (reading.is === 'version') {
      this.problem = versionProblem('the events', eventsVersion, reading.version);
      this.child.kill('SIGINT');
    } else if (reading.is === 'damaged') {
      this.problem ||= `forall wrote a line that is no event: ${reading.reason}`;
    } else if (reading.is === 'event') {
      for (const put of this.model.apply(reading.event)) this.changed.add(put);
      if (reading.event.event === 'watching') {
        this.report();
        this.tell({ id: this.id, is: 'watching' });
      }
    }
  }

  private report(): void {
    if (this.changed.size === 0) return;
    const puts = [...this.changed].map((name) => this.model.puts.get(name)!);
    this.changed.clear();
    this.tell({ id: this.id, is: 'changed', puts });
  }

  private finish(code: number | null): void {
    clearInterval(this.timer);
    if (this.wanted === 'events' && this.lines.rest() !== '' && code !== null) this.problem ||= 'forall ended in the middle of a line';
    this.report();
    let output: Output;
    try {
      if (this.problem === '' && this.wanted !== 'events' && code !== null) output = this.outputOf(Buffer.concat(this.chunks).toString('utf8'), code);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.tell({ id: this.id, is: 'finished', finished: { code, messages: this.messages, problem: this.problem }, output,
                puts: [...this.model.puts.values()], error: this.model.error });
  }

  private outputOf(text: string, code: number): Output {
    if (code > 1) return undefined;  // the messages say why
    if (this.wanted === 'coverage') return coverageOf(text);
    if (this.wanted === 'cases') return storedCases(text);
    if (this.wanted === 'puts') return storedPuts(text);
    if (this.wanted === 'page') return gzipSync(checkedReport(text)).toString('base64');
    return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
  }
}
