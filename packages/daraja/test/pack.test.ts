import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * The package as npm would install it, in a folder that has nothing else. Its dependencies are those of this repository, because a test fetches nothing from
 * a registry.
 */
const here = join(import.meta.dirname, '..')
const example = join(here, 'examples/paid-prompt.ts')
const require = createRequire(import.meta.url)
const paid = /^asked {5}ws_CO_\d+\npaid {6}KSh 4500, receipt [A-Z0-9]{10}\nthe query 0 /

let folder: string
let installed: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daraja-pack-'))
  execFileSync(process.execPath, [join(here, 'pack.ts'), folder], { stdio: 'pipe' })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) as string
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder])
  installed = join(folder, 'node_modules/@viatu/daraja')
  await mkdir(dirname(installed), { recursive: true })
  await rename(join(folder, 'package'), installed)
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const target = join(folder, 'node_modules', name)
    await mkdir(dirname(target), { recursive: true })
    await symlink(folderOf(name), target, 'junction')
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true }))

/** Where a package of this repository stands. */
function folderOf(name: string): string {
  const [path = ''] = require.resolve(name).split(new RegExp(`(?<=node_modules[/\\\\]${name.replace('/', '[/\\\\]')})[/\\\\]`))
  return path
}

function node(file: string): string {
  return execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR } })
}

it('has an example that gets a prompt paid', () => expect(execFileSync(process.execPath, [example], { encoding: 'utf8' })).toMatch(paid))

describe('the package as it is published', () => {
  it('runs the example by plain node', async () => {
    await copyFile(example, join(folder, 'paid-prompt.ts'))
    expect(node('paid-prompt.ts')).toMatch(paid)
  })

  it('has the files of the phone, its licence and README, and neither tests nor scripts', async () => {
    const names = await readdir(installed, { recursive: true })
    expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', join('simulator', 'phone', 'assets', 'phone.css')]))
    expect(names.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([join('examples', 'paid-prompt.ts')])
    expect(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('scripts')
  })

  it('starts the simulator by its command, with the phone and its sheet', async () => {
    await writeFile(
      join(folder, 'start.js'),
      `import { spawn } from 'node:child_process'
      import { createInterface } from 'node:readline'
      const child = spawn(process.execPath, ['${join('node_modules', '@viatu', 'daraja', 'simulator', 'main.js').replaceAll('\\', '\\\\')}'], {
        env: { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_BOOK: 'book.jsonl' },
      })
      const url = await new Promise((resolve) => createInterface(child.stdout).once('line', (line) => resolve(line.replace(/^.* on /, ''))))
      const pages = await Promise.all(['/phone', '/phone/assets/phone.css'].map(async (path) => (await fetch(url + path)).text()))
      child.kill()
      console.log(pages[0].slice(0, 15), pages[1].slice(0, 10))`,
    )
    expect(node('start.js')).toBe('<!doctype html> @font-face\n')
  })

  it('has types that a strict program reads, and that refuse what is wrong', async () => {
    const lines = [
      "import { type Cents, createDaraja, type DarajaSettings, memoryTokens } from '@viatu/daraja'",
      "import { startSimulator } from '@viatu/daraja/simulator'",
      'declare const settings: DarajaSettings',
      'const amount: Cents = 450_000',
      "const prompt = { phone: '254712345678', amount, reference: 'ORDER1', description: 'Shoes', callbackUrl: 'https://shop.example/pay' }",
      'const answer = await createDaraja(settings, { tokens: memoryTokens() }).requestPrompt(prompt)',
      "export const id: string = answer.outcome === 'accepted' ? answer.checkoutRequestId : answer.outcome",
      "const { control } = await startSimulator({ bookPath: 'book.jsonl', ...settings, payouts: {} })",
      "control.fault({ at: 'result', code: '1032' })",
      '// @ts-expect-error: no such place',
      "control.fault({ at: 'nowhere', code: '1032' })",
      '// @ts-expect-error: an answer that is not looked at has no id',
      'export const none = answer.checkoutRequestId',
    ]
    await writeFile(join(folder, 'use.ts'), lines.join('\n'))
    const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
    expect(execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })).toBe('')
  })
})
