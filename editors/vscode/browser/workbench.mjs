// VS Code's workbench in a browser: code-server on a port of this machine, with the packaged extension, and Debian's Chromium.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const tools = join(root, 'build/editor/node_modules');
const node = join(tools, `node-linux-${process.arch}`, 'bin/node');
const entry = join(tools, 'code-server/out/node/entry.js');
const { chromium } = createRequire(join(tools, 'x.js'))('playwright-core');
const vsix = join(root, 'build/forall.vsix');
const probe = join(root, 'build/editor/probe.vsix');
export const forall = join(root, 'build/release/bin/forall');
export const pictures = process.env.PICTURES;

const freePort = () => new Promise((resolve) => {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

export class Workbench {
  // The sources are copied into a workspace of their own.
  static async open({ sources, settings = {}, machine = {}, trusted = true, folders }) {
    const workbench = new Workbench();
    workbench.home = mkdtempSync(join(tmpdir(), 'forall-editor-'));
    workbench.folder = join(workbench.home, 'project');
    mkdirSync(workbench.folder);
    for (const [name, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(workbench.folder, name)), { recursive: true });
      writeFileSync(join(workbench.folder, name), text);
    }
    const data = join(workbench.home, 'data'), extensions = join(workbench.home, 'extensions');
    mkdirSync(join(data, 'User'), { recursive: true });
    mkdirSync(extensions);
    mkdirSync(join(data, 'Machine'));
    writeFileSync(join(data, 'Machine/settings.json'), JSON.stringify({ 'forall.path': forall, ...machine }));
    writeFileSync(join(data, 'User/settings.json'), JSON.stringify({
      'workbench.startupEditor': 'none', 'telemetry.telemetryLevel': 'off', 'extensions.autoCheckUpdates': false,
      'update.mode': 'none', 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'workbench.colorTheme': 'Default Dark Modern',
      'testing.automaticallyOpenTestResults': 'neverOpen', 'testing.automaticallyOpenPeekView': 'never', 'editor.minimap.enabled': false, 'git.enabled': false,
      'workbench.secondarySideBar.defaultVisibility': 'hidden', 'chat.commandCenter.enabled': false, 'window.commandCenter': false, 'files.autoSave': 'off', 'editor.hover.delay': 100,
      'workbench.editor.enablePreview': false, 'debug.internalConsoleOptions': 'neverOpen', 'debug.openDebug': 'neverOpen', 'editor.codeLens': true, 'workbench.tips.enabled': false,
      ...settings }));
    const environment = { ...process.env, HOME: workbench.home, XDG_CONFIG_HOME: join(workbench.home, 'config'), XDG_DATA_HOME: join(workbench.home, 'share'), XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(process.env.HOME, '.cache'), LANG: 'C.UTF-8' };
    const common = [entry, '--user-data-dir', data, '--extensions-dir', extensions];
    execFileSync(node, [...common, '--install-extension', vsix], { env: environment, stdio: 'pipe' });
    execFileSync(node, [...common, '--install-extension', probe], { env: environment, stdio: 'pipe' });
    const port = await freePort();
    const options = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', ...(trusted ? ['--disable-workspace-trust'] : [])];
    workbench.server = spawn(node, [...common, ...options, folders ? join(workbench.folder, folders) : workbench.folder], { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    workbench.said = '';
    const said = new Promise((resolve, reject) => {
      for (const stream of [workbench.server.stdout, workbench.server.stderr]) {
        stream.on('data', (chunk) => {
          workbench.said += chunk;
          if (/HTTP server listening/.test(workbench.said)) resolve();
        });
      }
      workbench.server.on('exit', (code) => reject(new Error(`code-server ended with ${code}\n${workbench.said}`)));
    });
    await said;
    const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
    workbench.browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    workbench.page = await (await workbench.browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
    workbench.page.setDefaultTimeout(120000);  // a busy machine is no failure
    workbench.dialogs = [];
    workbench.page.on('dialog', (dialog) => { workbench.dialogs.push(dialog.message()); void dialog.dismiss(); });
    const query = folders ? `workspace=${join(workbench.folder, folders)}` : `folder=${workbench.folder}`;
    await workbench.page.goto(`http://127.0.0.1:${port}/?${query}`);
    await workbench.page.waitForSelector('.monaco-workbench');
    return workbench;
  }

  async close() {
    await this.browser?.close();
    try {
      process.kill(-this.server.pid, 'SIGTERM');  // the group that this test started
    } catch { /* it has ended */ }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  // Types into the quick input and clicks the row. An editor that opens meanwhile takes the focus and closes the input: then again.
  async choose(key, text, row) {
    const { page } = this;
    for (let tries = 0; ; ++tries) {
      try {
        await page.keyboard.press(key);
        const input = page.locator('.quick-input-widget input[type=text]');
        await input.fill(text, { timeout: 10000 });
        await page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first().click({ timeout: 20000 });
        return;
      } catch (error) {
        if (tries === 5) throw error;
        await page.keyboard.press('Escape');
      }
    }
  }

  command(title) { return this.choose('F1', `>${title}`, title); }

  async open(file) {
    const name = file.split(':')[0].split('/').at(-1);
    await this.choose('Control+p', file, name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
  }

  // The row of an item in the Test Explorer.
  row(name) { return this.page.locator('.test-explorer .monaco-list-row', { hasText: name }).first(); }

  async picture(name) {
    if (pictures) await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}
