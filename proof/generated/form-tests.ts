import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { builtSite } from '#server/build-site.ts'
import { openApiWorld } from '../../test/api-world.ts'
import { expectBooksToBalance } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'
import { usePages } from '../../test/visitor.ts'
import { type Action, actionsOf } from './actions.ts'
import { blanksOf } from './blanks.ts'
import { type Blank, type Post, postsOf } from './posts.ts'
import { sentForm } from './sent-form.ts'

/** Forms of every page, as its pages have them and changed. A failure prints seed and path, and `VIATU_SEED` takes them up again. The short run sends the same forms each time, a long one others. */
export function generatedFormTests(wanted: number, givenSeed?: number) {
  const seed = process.env.VIATU_SEED ? Number(process.env.VIATU_SEED) : givenSeed
  const longest = 10_000

  const app = usePages()
  const world = openApiWorld(app.database)
  let actions: Action[]
  let blanks: Blank[]
  const seen = { sent: 0, statuses: {} as Record<string, number>, slowest: 0, done: new Set<string>() }

  beforeAll(async () => {
    await world.refresh()
    actions = await actionsOf((await builtSite()).build)
    blanks = await blanksOf(actions, async (address, as) => {
      const answer = await app.fetch('GET', world.named(address), { headers: { cookie: world.cookiesOf(as) } })
      expect(answer.status, address).toBeLessThan(500)
      return world.unnamed(await answer.text())
    })
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 600_000)

  /** After these somebody may be signed out, or everything be gone. */
  const isEnding = /password|session|sign|factor|code|confirm|delete-account|clear|mote/

  /** The words of a program, where a person reads. */
  const machineWords =
    /Invalid input|Invalid option|expected \w+, received|Too (small|big): |Unrecognized key|Unexpected Server Error|ZodError|\[object Object\]|\n\s+at .+:\d+:\d+/

  async function expectAnswer(post: Post) {
    const cookie = world.cookiesOf(post.as)
    const { query = '', ...sent } = sentForm(post, world.named)
    const started = performance.now()
    const response = await app.fetch('POST', world.named(post.address) + query, {
      ...sent,
      headers: { ...(sent.headers as Record<string, string>), cookie, ...(post.origin !== null && { origin: post.origin }) },
    })
    const answer = await response.text()
    const ms = performance.now() - started
    const { status } = response
    seen.slowest = Math.max(seen.slowest, ms)
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    const told = `${status} ${textOf(answer).slice(0, 300)}`
    expect(
      app.logged.splice(0).filter(({ level }) => level === 'error'),
      told,
    ).toEqual([])
    expect(status, told).toBeLessThan(500)
    expect(ms, 'milliseconds').toBeLessThan(longest)
    expect(machineWords.exec(answer)?.[0], told).toBeUndefined()
    // A page says what is wrong, in a notice, beside the field, or as its heading; it never is empty.
    if (status >= 400) expect(answer, told).toMatch(/role="alert"|class="[^"]*error|<h1|"message"|[Aa]ccess Denied/)
    const isSignedOut = /\/auth\?/.test(response.headers.get('location') ?? answer.slice(0, 300))
    if (status < 400 && !isSignedOut) seen.done.add(`${post.path} ${post.intent}`)
    if (status < 400 && isEnding.test(post.intent + post.path)) await world.refreshIfChanged()
  }
  const textOf = (html: string) => /<main[\s\S]*/.exec(html)?.[0].replace(/<[^>]*>/g, ' ') ?? html

  it('finds forms for every action, and every intent that its source names', () => {
    expect(actions.length).toBeGreaterThan(30)
    expect(actions.filter(({ path }) => !blanks.some((blank) => blank.path === path))).toEqual([])
    const rendered = blanks.flatMap(({ path, fields }) => fields.filter(({ name }) => name === 'intent').map(({ value }) => `${path} ${value}`))
    const known = new Set(actions.flatMap(({ path, intents }) => intents.map((intent) => `${path} ${intent}`)))
    expect(
      [...new Set(rendered)].filter((each) => !known.has(each)),
      'intents of pages that their actions do not name',
    ).toEqual([])
  })

  it(`answers ${wanted} generated forms in plain words, and never with a fault`, { timeout: 6 * 3_600_000 }, async () => {
    const document = (await app.ask('GET', '/api/openapi.json')).body
    await fc.assert(
      fc.asyncProperty(postsOf(blanks, document), async (post) => {
        seen.sent++
        if (seen.sent % 100 === 0) await world.refresh()
        if (seen.sent % 1_000 === 0) await expectBooksToBalance(app.database.ownerDb)
        await expectAnswer(post)
      }),
      { numRuns: wanted, seed, endOnFailure: wanted > 2_000 },
    )
    await expectBooksToBalance(app.database.ownerDb)
    const known = actions.flatMap(({ path, intents }) => (intents.length > 0 ? intents : ['']).map((intent) => `${path} ${intent}`))
    const refused = Object.entries(seen.statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0)
    const figure = `${seen.sent} generated forms to ${actions.length} addresses: 0 faults, ${refused} refused in plain words, slowest ${Math.round(seen.slowest)} ms; ${known.filter((each) => seen.done.has(each)).length} of ${known.length} kinds of forms also done`
    process.stdout.write(`${figure} ${JSON.stringify(seen.statuses)}; never done: ${known.filter((each) => !seen.done.has(each)).join(', ')}\n`)
    if (wanted < 1_000) return
    recordPromise({
      promise: 'Whatever is sent by the forms of the pages is answered or refused in words, and never breaks the shop',
      command: wanted === 10_000 ? 'npm run proof -- generated' : `VIATU_CALLS=${wanted} npm run proof -- generated`,
      figure,
    })
  })
}
