import { randomUUID } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { may, type StaffRole, staffRoles } from '#domain/roles.ts'
import { builtSite } from '#server/build-site.ts'
import { sectionUseCases } from '#web/admin/sections.ts'
import { entered } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'

const site = { built: null as ReturnType<typeof builtSite> | null }
const app = useApp({ site: () => (site.built ??= builtSite()) })

/** The addresses of the panel's pages and files, each with its section. */
function panelAddresses({ routes }: ServerBuild) {
  return Object.values(routes).flatMap((route) => {
    if (!route?.module.loader || !route.path) return []
    const parent = routes[route.parentId ?? '']?.path
    const path = (parent ? `${parent}/${route.path}` : route.path).replaceAll(':id', randomUUID())
    const [panel, section] = path.split('/')
    return panel === 'admin' && section ? [{ path: `/${path}`, section: section as keyof typeof sectionUseCases }] : []
  })
}

/** All but the documents are data for navigations: they pass the same guard, and take a fraction of the time. */
const spellings = {
  'as a document': (path) => path,
  'as it is': (path) => `${path}.data`,
  'with capitals': (path) => `${path.replace(/^\/admin\/[a-z]+/, (start) => start.toUpperCase())}.data`,
  'with a capital': (path) => `${path.replace(/^\/admin\/(.)/, (_, letter) => `/admin/${letter.toUpperCase()}`)}.data`,
  'with an encoded letter': (path) => `${path.replace(/^\/admin\/(.)/, (_, letter) => `/admin/${encoded(letter)}`)}.data`,
  'with an encoded capital': (path) => `${path.replace(/^\/admin\/(.)/, (_, letter) => `/admin/${encoded(letter.toUpperCase())}`)}.data`,
  'with a slash at its end': (path) => `${path}/_.data`,
  'with two slashes': (path) => `${path.replace('/admin/', '/admin//')}.data`,
} satisfies Record<string, (path: string) => string>
type Spelling = keyof typeof spellings
const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

const roles = [...(Object.keys(staffRoles) as StaffRole[]), null]
const each = roles.flatMap((role) => (Object.keys(spellings) as Spelling[]).map((spelling) => [spelling, role] as const))

it.each(each)('every address of the panel, %s, opens to the role %s what its section does, and nothing else', async (spelling, role) => {
  const { cookie } = await entered(app.database, { role })
  const wrong: string[] = []
  for (const { path, section } of panelAddresses((await builtSite()).build)) {
    if (spelling === 'as a document' && path !== `/admin/${section}`) continue
    const address = spellings[spelling](path)
    const { status, body } = await app.fetch('GET', address, { headers: { cookie } })
    await body?.cancel()
    // What an address names is not there in this shop; two slashes lead nowhere.
    const opens = status === 200 || (status === 404 && /[0-9a-f]{8}-/.test(path))
    const isRight = may({ role }, sectionUseCases[section]) ? opens : status === 403
    if (spelling === 'with two slashes' ? status !== 404 : !isRight) wrong.push(`${status} ${address}`)
  }
  expect(wrong).toEqual([])
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
})

it('every section has an address, and no other section is found', async () => {
  const addresses = panelAddresses((await builtSite()).build)
  expect(new Set(addresses.map(({ section }) => section))).toEqual(new Set(Object.keys(sectionUseCases)))
  for (const role of roles) {
    const { cookie } = await entered(app.database, { role })
    for (const path of ['/admin/nothing', '/admin/constructor', '/admin/settings/nothing'])
      expect((await app.fetch('GET', path, { headers: { cookie } })).status, path).toBe(404)
  }
})
