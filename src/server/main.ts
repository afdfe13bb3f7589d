import '#server/production.ts'
import { buildIfNeeded, builtSite } from '#server/build-site.ts'
import { readSettings, SettingsError } from '#server/settings.ts'
import { startShop } from '#server/start-shop.ts'

try {
  const settings = readSettings()
  if (await buildIfNeeded()) console.log('Built the pages.')
  const { facts, stop } = await startShop(settings, builtSite)
  console.log(facts.join('\n'))
  stopOnSignal(stop)
} catch (error) {
  console.error(error instanceof SettingsError ? `The shop cannot start:\n${error.message}` : error)
  process.exitCode = 1
}

function stopOnSignal(stop: () => Promise<void>) {
  let stopping = false
  const close = async () => {
    // A terminal sends Ctrl-C to npm and to us, and npm passes it on: one of the two is enough.
    if (stopping) return
    stopping = true
    console.log('Closing the shop ...')
    await stop()
    process.exit(0)
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}
