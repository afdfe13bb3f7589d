import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, anonymous } from '#core/context.ts'
import { checksIn, helpLinks } from '#domain/help-sections.ts'
import { changeHelp, findHelp, getHelpRow, listHelp, listHelpRows } from '#features/content/help-texts.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
let admin: Actor
beforeAll(async () => {
  admin = (await entered(database, { isAdmin: true })).actor
})
const ctx = (actor = admin) => contextOn(database, { actor })
const visitor = () => ctx(anonymous)
const rowOf = async (slug: string) => (await listHelpRows(ctx())).find((row) => row.slug === slug) as Required<Awaited<ReturnType<typeof getHelpRow>>>
const code = (wanted: string, details = {}) => expect.objectContaining({ code: wanted, details: expect.objectContaining(details) })

describe('the help page', () => {
  it('has the sections of the footer, in its order, every link within it leading somewhere', async () => {
    const sections = await listHelp(visitor())
    expect(sections.map(({ slug }) => slug)).toEqual(Object.keys(helpLinks))
    const pieces = sections.flatMap(({ pieces }) => pieces)
    const anchors = [...Object.keys(helpLinks), ...pieces.map(({ anchor }) => anchor)]
    for (const { html, title } of pieces) {
      expect(`${title}${html}`).not.toMatch(/\{[a-z#]|check:|<!--/)
      for (const [, to] of html.matchAll(/href="\/help#([^"]*)"/g)) expect(anchors).toContain(to)
    }
    const htmlAt = (wanted: string) => pieces.find(({ anchor }) => anchor === wanted)?.html
    expect(htmlAt('faq-contact')).toContain('https://wa.me/')
    expect(htmlAt('privacy-stored')).toContain('Counts against abuse')
    for (const words of [
      'a visit counts once',
      'until you close the tab, what you last ordered with until you press Not me, the',
      'open without a connection',
    ])
      expect(htmlAt('privacy-cookies')).toContain(words)
    expect(htmlAt('privacy-chat')).toContain('until you close the tab')
  })

  it('promises what the line beside every purchase promises', async () => {
    const answer = async (anchor: string) =>
      (await listHelp(visitor())).flatMap(({ pieces }) => pieces).find((piece) => piece.anchor === anchor)?.text ?? ''
    // Fee and days are the zones' alone: a figure here could contradict them.
    expect(await answer('shipping-delivery')).toContain('The page of every shoe says on which days it comes to you')
    expect(await answer('shipping-delivery-fee')).toContain('before you pay')
    for (const anchor of ['shipping-delivery', 'shipping-delivery-fee']) expect(await answer(anchor)).not.toMatch(/\d/)
    expect(await answer('shipping-returns')).toContain('within 7 days')
  })

  it('answers questions with the very place', async () => {
    expect(await findHelp(visitor(), 'Do you deliver to Kisumu?')).toEqual(
      expect.arrayContaining([
        {
          slug: 'shipping',
          title: 'Where do you deliver, and how long does it take?',
          excerpt: expect.stringContaining('Kisumu'),
          href: '/help#shipping-delivery',
        },
      ]),
    )
    for (const [question, href] of [
      ['how do i pay', '/help#faq-pay'],
      ['naweza kurudisha viatu', '/help#shipping-returns'],
      ['what is EU 42 in UK', '/help#size-guide-chart'],
      ['how do I delete my account', '/help#privacy-rights'],
      ['shoes came damaged', '/help#shipping-returns'],
      ['mko wapi', '/help#faq-contact'],
    ])
      expect((await findHelp(visitor(), question as string))[0]?.href, question).toBe(href)
    expect(await findHelp(visitor(), 'do you sell laptops')).toEqual([])
  })
})

describe('a section', () => {
  it('is read by everybody, its notes and who saved it by admins alone', async () => {
    const { id, body } = await rowOf('shipping')
    expect(checksIn(body)).toHaveLength(4)
    const seen = await getHelpRow(visitor(), id)
    expect(seen).not.toHaveProperty('updated_by')
    expect(checksIn(seen.body)).toEqual([])
    expect(await listHelpRows(visitor())).toContainEqual(seen)
    for (const unknown of [randomUUID(), 'x', "' or 1=1"]) await expect(getHelpRow(visitor(), unknown)).rejects.toEqual(code('help_not_found'))
  })

  it('is written by admins alone, and nothing else of it', async () => {
    const { id, slug, position, updated_at } = await rowOf('terms')
    const change = { title: 'Terms of sale', body: '### Short\n\nBe kind.', updated_at }
    const after = await changeHelp(ctx(), id, { ...change, slug: 'faq', position: 1, id: randomUUID(), updated_by: null, __proto__: { slug: 'x' } })
    expect(after).toMatchObject({ id, slug, position, title: 'Terms of sale', body: change.body, updated_by: admin.userId })
    expect((await listHelp(visitor())).find((section) => section.slug === 'terms')).toMatchObject({
      title: 'Terms of sale',
      pieces: [{ anchor: 'terms-short', title: 'Short', html: '<p>Be kind.</p>' }],
    })
    expect(
      await rowsOf(
        database,
        sql`select action, actor_id, before ->> 'title' as before, after ->> 'title' as after from audit_log where row_id = ${id}`,
      ),
    ).toEqual([{ action: 'help changed', actor_id: admin.userId, before: 'Terms', after: 'Terms of sale' }])
  })

  it('is never written over unread, also when two save at once', async () => {
    const { id, updated_at } = await rowOf('privacy')
    const saved = await Promise.allSettled(['A', 'B', 'C', 'D'].map((body) => changeHelp(ctx(), id, { body, updated_at })))
    const [after, ...others] = saved.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(others).toEqual([])
    const { title, body, updated_at: now } = after as NonNullable<typeof after>
    expect(saved.filter(({ status }) => status === 'rejected')).toEqual(
      Array(3).fill({ status: 'rejected', reason: code('help_changed', { facts: { title, body, updated_at: now } }) }),
    )
    // Also when the clock does not advance.
    const first = await changeHelp(contextOn(database, { actor: admin, now: sql`timestamptz '2001-01-01'` }), id, { body: 'E', updated_at: now })
    expect(first.updated_at > now).toBe(true)
    await expect(changeHelp(ctx(), id, { body: 'F', updated_at: now })).rejects.toEqual(code('help_changed'))
    const same = await changeHelp(ctx(), id, { updated_at: first.updated_at })
    expect(same.body).toBe('E')
    // A form that forgot its fields, as an object has them.
    expect(await changeHelp(ctx(), id, { title: undefined, body: undefined, updated_at: same.updated_at })).toMatchObject({ title, body: 'E' })
  })

  it.each<[string, Record<string, unknown>]>([
    ['updated_at', { updated_at: undefined }],
    ['updated_at', { updated_at: 'yesterday' }],
    ['updated_at', { updated_at: 7 }],
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(81) }],
    ['title', { title: null }],
    ['body', { body: '' }],
    ['body', { body: 'x'.repeat(16_001) }],
    ['body', { body: '\u0000' }],
    ['body', { body: ['x'] }],
    ['body', { body: '> '.repeat(100) }],
  ])('is refused with a word about %s', async (field, sent) => {
    const { id, updated_at } = await rowOf('faq')
    await expect(changeHelp(ctx(), id, { updated_at, ...sent })).rejects.toEqual(code('bad_input', { fields: { [field]: expect.any(String) } }))
  })

  it('is there for ever: the app adds and removes none, and moves none', async () => {
    for (const statement of [
      sql`delete from help_sections`,
      sql`insert into help_sections (slug, title, body, position) values ('more', 'More', 'More', 9)`,
      sql`update help_sections set slug = 'x' || slug`,
      sql`truncate help_sections`,
    ])
      await expect(database.db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})
