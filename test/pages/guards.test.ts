import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillGuardedShop, useGuardedShop } from '../guarded-shop.ts'
import { addressesOf, allRoutes, pageRoutes, type Reader } from '../page-addresses.ts'
import { outlineOf } from '../page-outline.ts'

const shop = useGuardedShop()
let world: Awaited<ReturnType<typeof fillGuardedShop>>
type Who = keyof typeof world.readers

beforeAll(async () => {
  world = await fillGuardedShop(shop)
})

const folder = join(import.meta.dirname, '../guards')
/** Compares with the file, or writes it (`vitest -u`). */
const compare = (file: string, lines: string[]) =>
  expect(
    `${lines.join('\n')}\n`,
    `test/guards/${file} has changed: if this is meant, \`npm run guard -- write\` writes it again`,
  ).toMatchFileSnapshot(join(folder, file))

it('the API is described as before', async () => {
  const { body } = await shop.ask('GET', '/api/openapi.json')
  await compare('openapi.json', jsonLines(body))
})

it('the routes are those of before', async () => {
  const pages = allRoutes.map(({ path, file }) => `${file.endsWith('.tsx') ? 'page' : 'data'} /${path}`)
  // What only looks at calls of the API on their way to a route has no method.
  const calls = shop.routes().filter(({ method, path }) => method !== 'ALL' || !path.startsWith('/api/'))
  const server = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  await compare('routes.txt', [...pages.toSorted(), '', ...[...server].toSorted()])
})

describe('pages read as before', () => {
  /** Each page as who it is for; a row stands as its name in braces. */
  const whole = pageRoutes.filter(({ file }, place) => pageRoutes.findIndex((each) => each.file === file) === place)
  const rows = (as: Reader) => new Proxy({}, { get: (_, name) => [as === 'customer' && name === 'order' ? '{ownOrder}' : `{${String(name)}}`] })
  /** Where each begins: the file of that page has what stands around it whole. */
  const homes: Record<Who, string> = { visitor: '/', shopper: '/dashboard', affiliate: '/affiliate', owner: '/admin' }
  const frames: Partial<Record<Who, string[]>> = {}
  const readers: Record<Reader, Who> = { guest: 'visitor', customer: 'shopper', affiliate: 'affiliate', admin: 'owner' }
  const addresses = whole.flatMap((route) => addressesOf(route, rows(route.as)).map((address): [Who, string] => [readers[route.as], address]))
  const more: [Who, string][] = [
    ['visitor', '/products?category=men-shoes&size=42&min=3000&sort=price-up'],
    ['visitor', '/products?search=runner'],
    ['visitor', '/products?search=zzzqqq'],
    ['visitor', '/product/{soldOut}'],
    ['visitor', '/product/nothing'],
    ['visitor', '/order/nothing'],
    ['visitor', '/dashboard'],
    ['visitor', '/admin'],
    ['shopper', '/affiliate'],
    ['shopper', '/admin'],
    ['owner', '/admin/orders/{order}/packing-slip'],
    ['owner', '/admin/orders?search=Kisumu'],
    ['owner', '/admin/nothing'],
  ]
  const all = [...addresses, ...more].map(([who, address]) => ({ who, address, file: `${who}/${nameOf(address)}.txt` }))

  it.each(all)('$who $address', async ({ who, address, file }) => {
    const { trail, page, around } = await read(who, address)
    frames[who] ??= (await read(who, homes[who])).around
    const usual = address === homes[who] ? [] : frames[who]
    await compare(`pages/${file}`, [...trail, ...page, ...changes(around, usual)])
  })

  it('and each file is of one of them', () => {
    const files = globSync('*/*.txt', { cwd: join(folder, 'pages') })
    const known = all.map(({ file }) => file)
    expect(
      files.filter((file) => !known.includes(file)),
      'no page writes these files of test/guards/pages: delete them',
    ).toEqual([])
  })
})

async function read(who: Who, address: string) {
  const visitor = await world.readers[who].open(address.replace(/\{(\w+)\}/, (_, name) => world.rows[name] as string))
  const trail = visitor.trail.splice(0).map((step) => step.replace(/^GET /, ''))
  const { page, around } = outlineOf(visitor.html)
  return { trail: trail.map(withoutDrawn), page: page.map(withoutDrawn), around: around.map(withoutDrawn) }
}

/** The lines that are not usual, and those that are and are missing; or all, where that says it sooner. */
function changes(lines: string[], usual: string[]): string[] {
  const more = lines.filter((line) => !usual.includes(line)).map((line) => `+ ${line}`)
  const missing = usual.filter((line) => !lines.includes(line)).map((line) => `- ${line}`)
  return more.length + missing.length < lines.length ? [...more, ...missing] : lines
}

const nameOf = (address: string) => address.replace(/\W+/g, ' ').trim().replaceAll(' ', '-') || 'home'

/** Without what is drawn at random or measured. */
function withoutDrawn(line: string): string {
  return line
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '{id}')
    .replace(/(?<=[?&]cursor=)[\w-]+/g, '{cursor}')
    .replaceAll(world.rows.rider as string, '{rider}')
    .replace(/Answers in .* and holds [^"]*/, '{measured}')
    .replace(/\d+ of \d+ connections are open[^"]*/, '{measured}')
}

/** JSON with what fits on a line on one. */
function jsonLines(value: unknown, indent = ''): string[] {
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length <= 150) return [short]
  const inner = `${indent} `
  const items = Object.entries(value).map(([key, each]) => [Array.isArray(value) ? '' : `${JSON.stringify(key)}: `, jsonLines(each, inner)] as const)
  const lines = items.flatMap(([name, [first, ...rest]], place) => {
    const written = [`${inner}${name}${first}`, ...rest]
    return place < items.length - 1 ? [...written.slice(0, -1), `${written.at(-1)},`] : written
  })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [open as string, ...lines, `${indent}${close}`]
}
