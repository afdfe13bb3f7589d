import { flushCompileCache } from 'node:module'
import { closeOnSignal } from '#server/close-on-signal.ts'
import { readSettings, SettingsError } from '#server/settings.ts'

// The demo runs the production build as well (decisions, Names and settings). React chooses its build when it is loaded, so what loads it is imported afterwards.
process.env.NODE_ENV = 'production'
const { buildIfNeeded, builtSite } = await import('#server/build-site.ts')
const { startShop } = await import('#server/start-shop.ts')

async function open() {
  const settings = readSettings()
  if (await buildIfNeeded()) console.log('Built the pages.')
  return startShop(settings, builtSite)
}

const opening = open()
closeOnSignal(async () => (await opening).stop())
try {
  console.log((await opening).facts.join('\n'))
  // Node writes the cache only at a normal exit, and a shop may be killed.
  flushCompileCache()
} catch (error) {
  console.error(error instanceof SettingsError ? `The shop cannot start:\n${error.message}` : error)
  process.exit(1)
}
