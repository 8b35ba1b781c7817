// The SARIF file that forall wrote (SARIF is its name) against the schema of the standard.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));

test('SARIF is valid', { skip: process.env.SARIF ? false : 'SARIF is not set' }, () => {
  const ajv = new Ajv({ schemaId: 'auto', meta: false, allErrors: true });
  ajv.addMetaSchema(JSON.parse(readFileSync(require.resolve('ajv/lib/refs/json-schema-draft-07.json'), 'utf8')));
  ajv.addMetaSchema(JSON.parse(readFileSync(require.resolve('ajv/lib/refs/json-schema-draft-04.json'), 'utf8')));
  const log = JSON.parse(readFileSync(process.env.SARIF, 'utf8'));
  assert.equal(log.version, '2.1.0');
  const isValid = ajv.validate(schema, log);
  assert.ok(isValid, JSON.stringify(ajv.errors?.slice(0, 5), null, 2));
  // Limits of GitHub's code scanning.
  for (const run of log.runs) {
    assert.ok(run.results.length <= 25000);
    for (const result of run.results) for (const flow of result.codeFlows ?? []) assert.ok(flow.threadFlows.every((thread) => thread.locations.length <= 10000));
  }
});
