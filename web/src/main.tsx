import { render } from 'preact';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AxiomsPage, hasAxioms } from './axioms';
import { CasePage } from './case';
import type { Data } from './data';
import { unpack, visible } from './data';
import { follow, LiveBar } from './live';
import { ClassesPage, LawsPage, SpecificationsPage } from './others';
import { Overview } from './overview';
import { Empty } from './parts';
import { PutPage } from './put';
import { route, to } from './route';
import { SourcePage } from './source';
import { set as setTheme, theme } from './theme';
import './style.css';

const packed = document.getElementById('data')!.textContent!.trim();
const isLive = packed === '';
const data = signal<Data | null>(null);
const problem = signal('');

function Page({ data }: { data: Data }) {
  const { page, parts } = route.value;
  if (page === 'put') {
    const put = data.puts.find((each) => each.name === parts[0]);
    if (!put) return <Empty>There is no test {visible(parts[0] ?? '')} in this report. <a href="#/">All results</a></Empty>;
    return parts[1] === 'case' ? <CasePage data={data} put={put} index={Number(parts[2])}/> : <PutPage data={data} put={put} view={parts[1] ?? ''}/>;
  }
  if (page === 'source') return <SourcePage data={data} file={Number(parts[0] ?? -1)}/>;
  if (page === 'classes') return <ClassesPage data={data}/>;
  if (page === 'laws') return <LawsPage data={data}/>;
  if (page === 'specifications') return <SpecificationsPage data={data}/>;
  if (page === 'axioms') return <AxiomsPage data={data}/>;
  return <Overview data={data}/>;
}

function App() {
  const all = data.value;
  const { page, parts } = route.value;
  useEffect(() => {
    document.title = page === 'put' ? `${visible(parts[0] ?? '')} · forall` : 'forall report';
  });
  useEffect(() => { scrollTo(0, 0); }, [page, parts.join('/')]);
  if (!all) return <main><h1>forall</h1><p role="status">{problem.value || 'Loading …'}</p></main>;
  const firstSource = all.files.findIndex((file) => file.text !== undefined);
  const link = (name: string, href: string, is: boolean) => <a href={href} aria-current={is ? 'page' : undefined}>{name}</a>;
  return <>
    <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.getElementById('main')!.focus(); }}>Skip to the content</a>
    <header class="top">
      <a class="brand" href="#/"><span aria-hidden="true">∀</span> forall</a>
      <nav aria-label="Report">
        {link('Results', '#/', page === 'overview')}
        {firstSource >= 0 && link('Sources', to('source', firstSource), page === 'source')}
        {all.classes && link('Classes', to('classes'), page === 'classes')}
        {all.laws && link('Laws', to('laws'), page === 'laws')}
        {all.specifications && link('Specifications', to('specifications'), page === 'specifications')}
        {hasAxioms(all) && link('Axioms', to('axioms'), page === 'axioms')}
      </nav>
      <button class="small" onClick={() => setTheme(theme.value === 'dark' ? 'light' : 'dark')} aria-label={theme.value === 'dark' ? 'Light colours' : 'Dark colours'}>{theme.value === 'dark' ? '☀' : '☾'}</button>
    </header>
    {isLive && <LiveBar/>}
    <main id="main" tabIndex={-1} class={page === 'put' && !parts[1] ? 'wide' : page === 'source' ? 'wide' : ''}><Page data={all}/></main>
    <footer class="dim">forall {all.forall}</footer>
  </>;
}

if (isLive) void follow((now) => { data.value = now; });
else unpack(packed).then((unpacked) => { data.value = unpacked; }, (error: unknown) => { problem.value = `The data of this report cannot be read: ${String(error)}`; });
render(<App/>, document.getElementById('app')!);
