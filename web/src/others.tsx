// What other commands found: tests of a class by def-use pairs, inferred laws, checks of specifications.

import { signal } from '@preact/signals';
import type { ClassResult, Data, Laws, Sequence, Specification } from './data';
import { counted, visible } from './data';
import { Code, Empty, Verdict } from './parts';
import { to } from './route';

const answerKinds: Record<string, string> = { feasible: 'passed', infeasible: 'dim', open: 'other', yes: 'passed', no: 'failing' };
const answerSigns: Record<string, string> = { feasible: '✓', infeasible: '⊘', open: '?', yes: '✓', no: '✗' };
const Answer = ({ answer }: { answer: string }) =>
  <span class={`answer ${answerKinds[answer] ?? 'other'}`}><span aria-hidden="true">{answerSigns[answer] ?? '?'}</span> {visible(answer)}</span>;

const count = <T extends { answer: string }>(all: T[], answer: string) => all.filter((each) => each.answer === answer).length;

export const hasOthers = (data: Data): boolean => [data.classes, data.laws, data.specifications].some((all) => (all ?? []).length > 0);

// One line for each of them, on the page with all results.
export function OthersSummary({ data }: { data: Data }) {
  if (!hasOthers(data)) return null;
  return <section class="card" aria-labelledby="others"><h2 id="others">Besides tests</h2><ul class="plain">
    {(data.classes ?? []).map((c, i) => <li key={`c${i}`}><a href={to('classes')}>{visible(c.name)}</a> {counted(c.pairs.length, 'pair')}: <span class="passed">{count(c.pairs, 'feasible')} feasible</span>, {count(c.pairs, 'infeasible')} infeasible{count(c.pairs, 'open') > 0 && <>, <span class="other">{count(c.pairs, 'open')} open</span></>}{c.failed_against ? <>; <span class="failing">{counted(c.failed_against, 'test')} failing with the other header</span></> : null}</li>)}
    {(data.laws ?? []).map((l, i) => <li key={`l${i}`}><a href={to('laws')}>{visible(l.name)}</a> {counted(l.laws.length, 'law')}: <span class="passed">{l.laws.filter((law) => law.verdict === 'proved').length} proved</span>{l.laws.some((law) => law.verdict === 'open') && <>, <span class="other">{l.laws.filter((law) => law.verdict === 'open').length} open</span></>}</li>)}
    {(data.specifications ?? []).map((s, i) => <li key={`s${i}`}><a href={to('specifications')}>{visible(s.name)}</a> {s.checks.map((check) => <span key={check.property}>{visible(check.property)} <Answer answer={check.answer}/> </span>)}
      {s.cases > 0 && <>{counted(s.cases, 'case')}{s.failed.length > 0 ? <>, <span class="failing">{s.failed.length} failed</span></> : ', none failed'}</>}</li>)}
  </ul></section>;
}

const Calls = ({ sequence }: { sequence: Sequence }) => sequence.length === 0 ? null
  : <ol class="calls">{sequence.map((call, i) => <li key={i}><Code>{call}</Code></li>)}</ol>;
const hows: Record<string, string> = { static: 'by control flow', deduction: 'by deduction' };

const wanted = signal('');

function OneClass({ result }: { result: ClassResult }) {
  const pairs = result.pairs.map((pair, i) => ({ ...pair, number: i + 1 })).filter((pair) => wanted.value === '' || pair.answer === wanted.value);
  return <section aria-label={visible(result.name)}>
    <h2><bdi>{visible(result.name)}</bdi></h2>
    <p class="facts">{['feasible', 'infeasible', 'open'].map((answer) => <span key={answer}>{count(result.pairs, answer)} <Answer answer={answer}/></span>)}
      {result.tests > 0 && <span>{counted(result.tests, 'test')} written</span>}
      {result.pairs.some((pair) => pair.answer === 'feasible') && result.pairs.every((pair) => pair.answer !== 'feasible' || pair.confirmed) && <span>all sequences confirmed natively</span>}
      {result.failed_against !== undefined && <span class={result.failed_against > 0 ? 'failing' : 'passed'}>{counted(result.failed_against, 'test')} failing with the other header</span>}</p>
    {result.gaps.length > 0 && <><h3>Not all paths are known</h3><ul class="plain">{result.gaps.map((gap, i) => <li key={i} class="other">{visible(gap)}</li>)}</ul></>}
    {result.states.length > 0 && <ul class="cards">{result.states.map((state, i) => <li class="card" key={i}><h3><Code>{state.condition}</Code> <Answer answer={state.answer}/></h3><Calls sequence={state.sequence}/>{state.how && <p class="dim">{visible(hows[state.how] ?? state.how)}</p>}</li>)}</ul>}
    {pairs.length === 0 ? <Empty>No pair has this answer.</Empty> :
      <div class="scroll" tabIndex={0} role="region" aria-label={`Pairs of ${visible(result.name)}`}><table>
        <thead><tr><th class="number">#</th><th>Member</th><th>Written in</th><th>Read in</th><th>Answer</th><th>Shortest sequence, or why there is none</th></tr></thead>
        <tbody>{pairs.map((pair) => <tr key={pair.number}>
          <td class="number dim">{pair.number}</td><td class="whole"><Code>{pair.variable}</Code></td><td class="whole"><Code>{pair.definition}</Code></td><td class="whole"><Code>{pair.use}</Code></td>
          <td><Answer answer={pair.answer}/></td>
          <td>{pair.answer === 'feasible' ? <><Calls sequence={pair.sequence}/>{!pair.confirmed && <span class="dim">not run natively</span>}</> : <span class="dim">{visible(hows[pair.how] ?? pair.how)}</span>}</td>
        </tr>)}</tbody></table></div>}
    {result.paths.length > 0 && <details class="more"><summary>What the methods do: {counted(result.paths.length, 'path')}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Paths of ${visible(result.name)}`}><table>
        <thead><tr><th>Path</th><th>Condition</th><th>Effect</th></tr></thead>
        <tbody>{result.paths.map((path, i) => <tr key={i}><td><Code>{path.path}</Code></td><td><Code>{path.condition}</Code></td><td><Code>{path.effect}</Code>{path.throws && <span class="other"> throws</span>}</td></tr>)}</tbody>
      </table></div></details>}
  </section>;
}

export function ClassesPage({ data }: { data: Data }) {
  const classes = data.classes ?? [];
  return <>
    <h1>Classes</h1>
    <p class="intro">A pair is a member that one method writes and another one reads. Each has a shortest sequence of calls that goes through both, or a proof that there is none.</p>
    {classes.length === 0 ? <Empty>This report has no tests of classes. <code>forall class --json</code> makes them.</Empty> : <>
      <label>Show <select value={wanted.value} onChange={(e) => { wanted.value = e.currentTarget.value; }}><option value="">all pairs</option>
        {['feasible', 'infeasible', 'open'].map((answer) => <option key={answer} value={answer}>{answer} ones</option>)}</select></label>
      {classes.map((result, i) => <OneClass key={i} result={result}/>)}</>}
  </>;
}

const lists: { key: 'incomplete' | 'verbose' | 'undetermined'; title: string }[] = [
  { key: 'incomplete', title: 'Incomplete: the observers cannot tell these states apart, and the results differ' },
  { key: 'verbose', title: 'Too verbose: these observers show what nothing else explains' },
  { key: 'undetermined', title: 'Undetermined: no equation says what these are' },
];

function OneSetOfLaws({ result }: { result: Laws }) {
  return <section aria-label={visible(result.name)}>
    <h2><bdi>{visible(result.name)}</bdi></h2>
    <div class="scroll" tabIndex={0} role="region" aria-label={`Laws of ${visible(result.name)}`}><table>
      <thead><tr><th>Law</th><th>Verdict</th><th>It says</th>{result.mutants > 0 && <th class="number">Mutants it kills</th>}</tr></thead>
      <tbody>{result.laws.map((law, i) => <tr key={i}><td><strong>{visible(law.name)}</strong></td><td><Verdict verdict={law.verdict}/></td>
        <td><Code>{law.text}</Code>{law.why && <p class="dim">{visible(law.why)}</p>}</td>{result.mutants > 0 && <td class="number">{law.killed_mutants}/{result.mutants}</td>}</tr>)}</tbody>
    </table></div>
    {lists.map(({ key, title }) => result[key].length > 0 && <div class="card" key={key}><h3>{title}</h3><ul class="plain">{result[key].map((text, i) => <li key={i}><Code>{text}</Code></li>)}</ul></div>)}
  </section>;
}

export function LawsPage({ data }: { data: Data }) {
  const laws = data.laws ?? [];
  return <>
    <h1>Laws</h1>
    <p class="intro">Inferred from what the operations of a class do, and proved as tests.</p>
    {laws.length === 0 ? <Empty>This report has no laws. <code>forall infer --json</code> makes them.</Empty> : laws.map((result, i) => <OneSetOfLaws key={i} result={result}/>)}
  </>;
}

const kMostFailed = 200;

function OneSpecification({ result }: { result: Specification }) {
  return <section aria-label={visible(result.name)}>
    <h2><bdi>{visible(result.name)}</bdi>{result.class && <span class="dim"> with the class <bdi>{visible(result.class)}</bdi></span>}</h2>
    <div class="scroll" tabIndex={0} role="region" aria-label={`Checks of ${visible(result.name)}`}><table>
      <thead><tr><th>Is it</th><th>Answer</th><th>Because</th></tr></thead>
      <tbody>{result.checks.map((check) => <tr key={check.property}><td>{visible(check.property)}</td><td><Answer answer={check.answer}/></td>
        <td>{visible(check.because)}{check.details.length > 0 && <ul class="plain">{check.details.map((line, i) => <li key={i}><Code>{line}</Code></li>)}</ul>}</td></tr>)}</tbody>
    </table></div>
    {result.cases > 0 && <p class="facts"><span>{counted(result.cases, 'case')} of the class</span><span class={result.failed.length > 0 ? 'failing' : 'passed'}>{result.failed.length} failed</span></p>}
    {result.failed.length > 0 && <div class="scroll" tabIndex={0} role="region" aria-label={`Failed cases of ${visible(result.name)}`}><table>
      <thead><tr><th>Failed case</th><th>What happened</th></tr></thead>
      <tbody>{result.failed.slice(0, kMostFailed).map((each, i) => <tr key={i}><td><Code>{each.case}</Code></td><td class="failing"><pre class="plain-text">{visible(each.message.replace(/^ +/gm, '').trim())}</pre></td></tr>)}</tbody>
    </table></div>}
    {result.failed.length > kMostFailed && <p class="dim">{result.failed.length - kMostFailed} more</p>}
  </section>;
}

export function SpecificationsPage({ data }: { data: Data }) {
  const all = data.specifications ?? [];
  return <>
    <h1>Specifications</h1>
    {all.length === 0 ? <Empty>This report has no specifications. <code>forall spec --json</code> checks them.</Empty> : all.map((result, i) => <OneSpecification key={i} result={result}/>)}
  </>;
}
