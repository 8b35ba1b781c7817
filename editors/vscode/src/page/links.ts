// In front of the report's script, what a webview needs. VS Code takes a click on "#/put/..." for a place in the document; here it is a
// view of the report. Light or dark is what the editor is, not the system.
const first = document.getElementById('data')?.dataset.view;
if (first) location.hash = first;
document.addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a[href^="#/"]');
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  location.hash = link.getAttribute('href')!;
}, true);

const isDark = (): boolean => /vscode-(dark|high-contrast(?!-light))/.test(document.body.className);
const scheme = new EventTarget() as EventTarget & { matches: boolean };
scheme.matches = isDark();
new MutationObserver(() => {
  if (isDark() === scheme.matches) return;
  scheme.matches = isDark();
  scheme.dispatchEvent(Object.assign(new Event('change'), { matches: scheme.matches }));
}).observe(document.body, { attributes: true, attributeFilter: ['class'] });
const system = window.matchMedia.bind(window);
window.matchMedia = (query) => (query === '(prefers-color-scheme: dark)' ? scheme as unknown as MediaQueryList : system(query));
