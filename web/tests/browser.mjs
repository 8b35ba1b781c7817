// Debian's Chromium, driven by Playwright, and pages made from data.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const template = new URL('../dist/report.html', import.meta.url);

// The same that report::html_page does.
export function pageOf(data) {
  return readFileSync(template, 'utf8')
    .replace('@FORALL_CONNECT@', () => "'none'")
    .replace('@FORALL_DATA@', () => gzipSync(JSON.stringify(data)).toString('base64'));
}

export const launch = () => chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
