import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const module = new URL('../../src/server/build-site.ts', import.meta.url).href
const quickly = ['--import', new URL('../../src/server/quick-imports.mjs', import.meta.url).href]
/** Writes its pages slowly, and notes every build. */
const script = `
  const { appendFile, mkdir, writeFile } = await import('node:fs/promises')
  const { buildIfNeeded } = await import('${module}')
  const built = await buildIfNeeded(async () => {
    await appendFile('builds', '.')
    await mkdir('build', { recursive: true })
    await writeFile('build/pages', 'half')
    await new Promise((settle) => setTimeout(settle, 300))
    if (process.env.DIES) process.kill(process.pid, 'SIGKILL')
    await writeFile('build/pages', 'whole')
  })
  const { readFile } = await import('node:fs/promises')
  console.log(built, await readFile('build/pages', 'utf8'))`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-build-'))
  await mkdir(join(home, 'src/web'), { recursive: true })
  await writeFile(join(home, 'src/web/page.tsx'), 'one')
})
afterEach(() => rm(home, { recursive: true }))

/** A start of the shop, as far as the build; answers what it says. */
function start(env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [...quickly, '--input-type=module', '-e', script], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  return new Promise((settle) => child.once('close', () => settle(Buffer.concat(output).toString().trim())))
}
const builds = async () => (await readFile(join(home, 'builds'), 'utf8')).length

describe('the pages', () => {
  it('are built once when four first starts come at the same time, and none sees half of them', async () => {
    const said = await Promise.all([start(), start(), start(), start()])
    expect(said.sort()).toEqual(['false whole', 'false whole', 'false whole', 'true whole'])
    expect(await builds()).toBe(1)
  })

  it('are built again when their source has changed, and when a build was killed', async () => {
    expect(await start()).toBe('true whole')
    expect(await start()).toBe('false whole')
    await writeFile(join(home, 'src/web/page.tsx'), 'two')
    expect(await start({ DIES: 'yes' })).toBe('')
    expect(await start()).toBe('true whole')
    expect(await builds()).toBe(3)
  })
})
