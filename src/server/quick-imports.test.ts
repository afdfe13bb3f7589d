import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const files = {
  'node_modules/modules/package.json':
    '{ "type": "module", "exports": { ".": "./deep/start.js", "./twin": { "import": "./twin.mjs", "require": "./twin.cjs" } }, "imports": { "#own": "./above.mjs" } }',
  'node_modules/modules/deep/start.js': `
    import { createRequire } from 'node:module'
    import beside from './beside.js'
    import above from '../above.mjs'
    import own from '#own'
    import old from '../old/old.js'
    import twin from 'modules/twin'
    import other from 'other'
    import data from '../data.json' with { type: 'json' }
    const absent = await import('./absent.js').catch((error) => error.code)
    const folder = await import('../old').catch((error) => error.code)
    export default [import.meta.url.split('/').at(-1), beside, above, own, old, twin, createRequire(import.meta.url)('modules/twin'), other, data, absent, folder]`,
  'node_modules/modules/deep/beside.js': 'export default typeof module',
  'node_modules/modules/above.mjs': 'export default typeof module',
  'node_modules/modules/twin.mjs': `export default 'imported'`,
  'node_modules/modules/twin.cjs': `module.exports = 'required'`,
  'node_modules/modules/data.json': '{ "is": "data" }',
  'node_modules/modules/old/package.json': '{ "type": "commonjs" }',
  'node_modules/modules/old/old.js': 'module.exports = typeof module',
  // One package, two versions: each is found from where it is asked for.
  'node_modules/modules/node_modules/other/package.json': '{ "type": "module", "exports": "./other.js", "imports": { "#own": "./own.js" } }',
  'node_modules/modules/node_modules/other/own.js': `export default 'the nested one'`,
  'node_modules/modules/node_modules/other/other.js': `export { default } from '#own'`,
  'node_modules/other/package.json': '{ "type": "module", "exports": "./other.js" }',
  'node_modules/other/other.js': `import { text } from './text.js'; export default text`,
  'node_modules/other/text.js': `export const text = 'the upper one'`,
  'start.mjs': `import modules from 'modules'; import other from 'other'; console.log(JSON.stringify([modules, other]))`,
}

it('finds every module where Node finds it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'viatu-imports-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const start = async (...flags: string[]) => JSON.parse((await promisify(execFile)(process.execPath, [...flags, join(folder, 'start.mjs')])).stdout)
  const quick = await start('--import', pathToFileURL('src/server/quick-imports.mjs').href)
  const codes = ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT']
  expect(quick).toEqual([
    ['start.js', 'undefined', 'undefined', 'undefined', 'object', 'imported', 'required', 'the nested one', { is: 'data' }, ...codes],
    'the upper one',
  ])
  expect(quick).toEqual(await start())
})
