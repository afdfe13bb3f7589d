import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtSite } from '#server/build-site.ts'
import type { Site } from '#server/pages/render-page.ts'
import { readSettings, SettingsError } from '#server/settings.ts'
import { startShop } from '#server/start-shop.ts'
import { useDatabase } from '../../test/database.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-start-shop-'))
})
afterEach(() => rm(home, { recursive: true }))

const settingsOf = (env: Record<string, string> = {}) => readSettings({ PORT: '0', DATA_DIR: join(home, 'data'), DEMO_HISTORY: '0', ...env })
const refusalOf = (starting: Promise<unknown>) =>
  starting.then(
    () => 'it opened',
    (error) => error,
  )

describe('a shop whose pages are', () => {
  it.each([
    ['missing', null],
    ['broken', 'export const routes = {'],
    ['of another kind', 'throw new Error("half a build")'],
  ])('%s does not open, says so in a sentence, and changes nothing', async (_, text) => {
    await mkdir(join(home, 'build'))
    if (text !== null) await writeFile(join(home, 'build/index.js'), text)
    const refusal = await refusalOf(startShop(settingsOf(), () => builtSite(pathToFileURL(join(home, 'build/index.js')))))
    expect(refusal).toBeInstanceOf(SettingsError)
    expect(refusal.message).toMatch(/^The pages in the folder build cannot be loaded. Delete that folder and start again. \(/)
    expect(await readdir(home)).toEqual(['build'])
  })
})

describe('a shop that renders no page', () => {
  const database = useDatabase()

  it('does not say that it is open', async () => {
    // What went wrong is logged as well.
    vi.stubEnv('LOG_LEVEL', 'silent')
    onTestFinished(() => void vi.unstubAllEnvs())
    const whole = await builtSite()
    const root = whole.build.routes.root as NonNullable<(typeof whole.build.routes)['root']>
    const failing = () => {
      throw new Error('a page that cannot be rendered')
    }
    const broken: Site = {
      ...whole,
      build: {
        ...whole.build,
        routes: { ...whole.build.routes, root: { ...root, module: { ...root.module, default: failing, ErrorBoundary: failing } } },
      },
    }
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SHOP_NAME: 'Viatu' }
    const refusal = await refusalOf(startShop(settingsOf(env), async () => broken))
    expect(refusal).toBeInstanceOf(SettingsError)
    expect(refusal.message).toContain('The first page cannot be shown (500)')
    const opened = await startShop(settingsOf(env), async () => whole)
    expect(opened.facts[0]).toMatch(/^Viatu is open/)
    await opened.stop()
  })
})
