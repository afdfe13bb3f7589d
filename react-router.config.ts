import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Every route's address is in the first script already: no extra request per hover, and no manifest endpoint to attack.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => writeShopManifest(`${reactRouterConfig.buildDirectory}/client/assets`),
} satisfies Config

/** The routes without the panel's, for all documents but the panel's own (entry.server.tsx). */
async function writeShopManifest(folder: string) {
  const [file = ''] = (await readdir(folder)).filter((name) => /^manifest-\w+\.js$/.test(name))
  const [, start, json = ''] = (await readFile(`${folder}/${file}`, 'utf8')).match(/^([^{]+)(.+);$/) ?? []
  const { routes, url, ...rest }: { routes: Record<string, { path?: string }>; url: string } = JSON.parse(json)
  const shop = Object.entries(routes).filter(([id, { path }]) => !id.startsWith('admin/') && !path?.startsWith('admin'))
  const left = { ...rest, url: url.replace('.js', '.shop.js'), routes: Object.fromEntries(shop) }
  const text = JSON.stringify(left, (_, value) => (value === false ? undefined : value))
  await writeFile(`${folder}/${file.replace('.js', '.shop.js')}`, `${start}${text};`)
}
