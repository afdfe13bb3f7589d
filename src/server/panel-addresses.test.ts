import { randomUUID } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { may, type StaffRole, staffRoles } from '#domain/roles.ts'
import { builtSite } from '#server/build-site.ts'
import { sectionUseCases } from '#web/admin/sections.ts'
import { entered } from '../../test/accounts.ts'
import { usePages } from '../../test/visitor.ts'

const app = usePages({ isWalk: true })

/** The addresses of the panel's pages and files, or of its forms, each with its section. */
function panelAddresses({ routes }: ServerBuild, kind: 'loader' | 'action' = 'loader') {
  return Object.values(routes).flatMap((route) => {
    if (!route?.module[kind] || !route.path) return []
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
const cookies = new Map<StaffRole | null, string>()
beforeAll(async () => {
  for (const role of roles) cookies.set(role, (await entered(app.database, { role })).cookie)
})

it.each(roles)('every address of the panel, however it is spelled, opens to the role %s what its section does, and nothing else', async (role) => {
  const cookie = cookies.get(role) as string
  const addresses = panelAddresses((await builtSite()).build)
  const wrong: string[] = []
  const look = async (spelling: Spelling, { path, section }: (typeof addresses)[number]) => {
    const address = spellings[spelling](path)
    const { status, body } = await app.fetch('GET', address, { headers: { cookie } })
    await body?.cancel()
    // What an address names is not there in this shop; two slashes lead nowhere.
    const opens = status === 200 || (status === 404 && /[0-9a-f]{8}-/.test(path))
    const isRight = may({ role }, sectionUseCases[section]) ? opens : status === 403
    if (spelling === 'with two slashes' ? status !== 404 : !isRight) wrong.push(`${status} ${address} (${spelling})`)
  }
  for (const spelling of Object.keys(spellings) as Spelling[]) {
    const isSeen = ({ path, section }: (typeof addresses)[number]) => {
      if (spelling === 'as it is') return true
      // That another spelling opens the same page is seen by the owner at one; the others must not get further by it than they may.
      return role === 'owner' ? path === '/admin/ads' : path === `/admin/${section}` && !may({ role }, sectionUseCases[section])
    }
    const looked = addresses.filter(isSeen)
    for (let from = 0; from < looked.length; from += 4) await Promise.all(looked.slice(from, from + 4).map((each) => look(spelling, each)))
  }
  expect(wrong).toEqual([])
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
})

it.each(roles)('every form of the panel takes from the role %s what its section does, and nothing else', async (role) => {
  const headers = { cookie: cookies.get(role) as string, origin: 'http://localhost', accept: 'text/html' }
  // Files are sent to an address of no section, whose verbs ask.
  const forms = panelAddresses((await builtSite()).build, 'action').filter(({ section }) => Object.hasOwn(sectionUseCases, section))
  expect(forms.length).toBeGreaterThan(30)
  const wrong: string[] = []
  for (const { path, section } of forms) {
    const { status, body } = await app.fetch('POST', role === null ? path : `${path}.data`, {
      headers,
      body: new URLSearchParams({ intent: 'nothing' }),
    })
    await body?.cancel()
    // What there is no such intent of is refused in another way.
    if (may({ role }, sectionUseCases[section]) ? status === 403 || status >= 500 : status !== 403) wrong.push(`${status} ${path}`)
  }
  expect(wrong).toEqual([])
})

it('every section has an address, and no other section is found', async () => {
  const addresses = panelAddresses((await builtSite()).build)
  expect(new Set(addresses.map(({ section }) => section))).toEqual(new Set(Object.keys(sectionUseCases)))
  for (const cookie of cookies.values()) {
    for (const path of ['/admin/nothing', '/admin/constructor', '/admin/settings/nothing'])
      expect((await app.fetch('GET', path, { headers: { cookie } })).status, path).toBe(404)
  }
})
