import '#server/production.ts'
import { flushCompileCache } from 'node:module'
import { buildIfNeeded, builtSite } from '#server/build-site.ts'
import { closeOnSignal } from '#server/close-on-signal.ts'
import { readSettings, SettingsError } from '#server/settings.ts'
import { startShop } from '#server/start-shop.ts'

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
