// Bytes to lines, whatever the chunks.
import { StringDecoder } from 'node:string_decoder';

export class Lines {
  private readonly decoder = new StringDecoder('utf8');
  private parts: string[] = [];

  // The lines that this chunk completes.
  push(chunk: Buffer): string[] {
    const pieces = this.decoder.write(chunk).split('\n');
    if (pieces.length === 1) {
      this.parts.push(pieces[0]!);
      return [];
    }
    const lines = [this.parts.join('') + pieces[0]!, ...pieces.slice(1, -1)];
    this.parts = [pieces.at(-1)!];
    return lines.filter((line) => line !== '');
  }

  // What follows the last line end.
  rest(): string {
    const text = this.parts.join('') + this.decoder.end();
    this.parts = [];
    return text;
  }
}
