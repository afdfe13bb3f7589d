import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anonymous } from '#core/context.ts'
import { resource } from '#core/resource.ts'
import { choice, day, flag, optionalFile, optionalText, reference, text, wholeNumber } from '#domain/columns.ts'
import { Problem } from '#domain/problem.ts'
import { holidays } from '#features/delivery/holidays.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { columnFiles } from '#features/files/require-stored.ts'
import { refusalOf } from '../../test/accounts.ts'
import { admin, as, contextOn, rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { meanwhile } from '../../test/overtake.ts'
import { storedPicture } from '../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin, now: sql`'2026-11-23T06:00:00Z'::timestamptz` })

/** A noun of this file's own: a column of each type, a rule of its own, and constraints of which one is told in words. */
const stalls = resource({
  ...{ table: 'stalls', one: 'stall', notFound: 'not_found', writes: 'write_content', key: 'id', order: ['opens', 'name'] },
  columns: {
    name: text('Name', 'Enter a name.', { max: 20 }),
    note: optionalText('Note', { max: 20 }),
    places: wholeNumber('Places', 'Enter 1 to 50.', { min: 1, max: 50, initial: 10 }),
    kind: choice('Kind', 'Choose a kind.', { open: { label: 'In the open' }, covered: { label: 'Under a roof' } }, { isFixed: true }),
    opens: day('Opens'),
    is_on: flag('On', true),
    owner_id: reference('Owner', 'Choose an owner.'),
  },
  violations: { stalls_name_key: { name: 'This name is taken.' } },
  async check(_, __, { places, note, is_on }, before) {
    if (!is_on && note === null) throw new Problem('bad_input', { fields: { note: 'Write why it is off.' } })
    if (before && places < before.places) throw new Problem('bad_input', { fields: { places: `There are ${before.places} already.` } })
  },
})
const table = sql.raw(`create table stalls (
  id uuid primary key, name text not null unique, note text, places integer not null check (places <> 13), kind text not null, opens date not null, is_on boolean not null, owner_id uuid not null)`)
beforeAll(() => database.ownerDb.execute(table))
beforeEach(() => database.ownerDb.execute(sql.raw('delete from stalls')))

const sent = { name: 'Gate', kind: 'open', opens: '2027-03-20', owner_id: randomUUID() }
const made = (more: object = {}) => stalls.create(ctx(), { ...sent, ...more })
const audited = (id: string) =>
  rowsOf(database, sql`select actor_id, table_name, action, before, after from audit_log where row_id = ${id} order by id`)
const entry = (action: string, before: object | null, after: object | null, table_name = 'stalls') => ({
  ...{ actor_id: admin.userId, table_name, action, before, after },
})
const problem = (code: string, details: object) => expect.objectContaining({ code, details: expect.objectContaining(details) })
const badInput = (fields: object) => problem('bad_input', { fields })

it('a new row has what was sent, and what its other columns begin with, in JSON', async () => {
  const row = await made({ name: ' Gate ' })
  expect(row).toEqual({ ...sent, id: expect.stringMatching(/^[0-9a-f-]{36}$/), note: null, places: 10, is_on: true })
  expect([await stalls.get(ctx(), row.id), stalls.row.parse(row)]).toEqual([row, row])
  expect(await audited(row.id)).toEqual([entry('stall created', null, row)])
  const [late, early] = [await made({ name: 'B', opens: '2027-03-21' }), await made({ name: 'A', note: '  ', places: 50 })]
  expect(await stalls.all(ctx())).toEqual([{ ...early, note: null, places: 50 }, row, late])
})

it('a row is made once for a key of a form of one person', async () => {
  const key = randomUUID()
  const [row, again] = await Promise.all([stalls.create(ctx(), sent, key), stalls.create(ctx(), { ...sent }, key)])
  expect([again, await stalls.all(ctx())]).toEqual([row, [row]])
  expect(await audited(row.id)).toHaveLength(1)
  expect(await refusalOf(stalls.create(ctx(), { ...sent, places: 11 }, key))).toBe('made_already')
  const others = [as(ctx(), { ...admin, userId: randomUUID() }), ctx()]
  for (const [at, who] of others.entries()) await stalls.create(who, { ...sent, name: `Gate ${at}` }, at === 0 ? key : randomUUID())
  expect(await stalls.all(ctx())).toHaveLength(3)
})

it('a write is refused beside each field, by a constraint at the field that it belongs to, and by the rule of the noun', async () => {
  const wrong = { name: ' ', note: 'x'.repeat(21), places: 51, opens: '2027-02-30', is_on: 'on', kind: 'afloat', owner_id: 'x' }
  const needed = { name: 'Enter a name.', opens: 'Enter a day, such as 2027-03-20.', owner_id: 'Choose an owner.' }
  const said = { ...needed, note: 'Please keep this under 20 characters.', places: 'Enter 1 to 50.', is_on: 'Write true or false.' }
  await expect(stalls.create(ctx(), {})).rejects.toEqual(badInput({ ...needed, kind: 'Choose a kind.' }))
  await expect(made(wrong)).rejects.toEqual(badInput({ ...said, kind: 'Choose a kind.' }))
  for (const opens of ['1999-12-31', '0000-01-01', '2100-01-01'])
    await expect(made({ opens })).rejects.toEqual(badInput({ opens: 'Enter a day between the years 2000 and 2099.' }))
  for (const places of [0, 1.5, '10']) await expect(made({ places })).rejects.toEqual(badInput({ places: said.places }))
  await expect(made({ is_on: false })).rejects.toEqual(badInput({ note: 'Write why it is off.' }))
  const row = await made()
  await expect(made()).rejects.toEqual(badInput({ name: 'This name is taken.' }))
  await expect(made({ name: 'B', places: 13 }), 'nobody has words for it').rejects.toMatchObject({ cause: { constraint: 'stalls_places_check' } })
  const other = await made({ name: 'Other' })
  await expect(stalls.change(ctx(), row.id, wrong), 'what is fixed is not looked at').rejects.toEqual(badInput(said))
  await expect(stalls.change(ctx(), row.id, { is_on: false })).rejects.toEqual(badInput({ note: 'Write why it is off.' }))
  await expect(stalls.change(ctx(), row.id, { places: 9 })).rejects.toEqual(badInput({ places: 'There are 10 already.' }))
  await expect(stalls.change(ctx(), row.id, { name: 'Other' })).rejects.toEqual(badInput({ name: 'This name is taken.' }))
  expect([await stalls.all(ctx()), await audited(row.id)]).toEqual([[row, other], [entry('stall created', null, row)]])
})

it('a row and its line in the audit log are written together or not at all', async () => {
  const within: typeof stalls.noun.within = ({ db }, write) =>
    db.transaction(async (tx) => {
      await write(tx)
      throw new Problem('unavailable')
    })
  const key = randomUUID()
  expect(await refusalOf(resource({ ...stalls.noun, within }).create(ctx(), sent, key))).toBe('unavailable')
  const row = await stalls.create(ctx(), sent, key)
  expect(await audited(row.id)).toHaveLength(1)
  await expect(stalls.create(as(ctx(), { ...admin, userId: 'nobody' }), { ...sent, name: 'Other' })).rejects.toThrow()
  expect(await stalls.all(ctx())).toEqual([row])
})

it('a change writes what it names, and that stands in the audit log where it differs', async () => {
  const [row, other] = [await made(), await made({ name: 'Other' })]
  expect(await stalls.change(ctx(), row.id, {})).toEqual(row)
  expect(await stalls.change(ctx(), row.id, { name: 'Gate', kind: 'covered' }), 'of what is fixed').toEqual(row)
  const changed = { ...row, note: 'By the sea', is_on: false }
  expect(await stalls.change(ctx(), row.id, { note: ' By the sea', is_on: false, places: 10 })).toEqual(changed)
  expect(await stalls.get(ctx(), row.id)).toEqual(changed)
  expect(await stalls.change(ctx(), row.id, { note: '', is_on: true })).toEqual(row)
  expect((await audited(row.id)).slice(1)).toEqual([
    entry('stall changed', { note: null, is_on: true }, { note: 'By the sea', is_on: false }),
    entry('stall changed', { note: 'By the sea', is_on: false }, { note: null, is_on: true }),
  ])
  expect(await stalls.get(ctx(), other.id)).toEqual(other)
})

it('a change overwrites nothing that somebody else has changed meanwhile, and is no hindrance where they changed another field', async () => {
  const row = await made()
  await stalls.change(ctx(), row.id, { places: 12 }, { ...row })
  await expect(stalls.change(ctx(), row.id, { places: 11 }, { ...row })).rejects.toEqual(
    problem('changed_meanwhile', { facts: { now: { places: 12 } } }),
  )
  expect(await stalls.change(ctx(), row.id, { note: 'Mine' }, { ...row })).toEqual({ ...row, places: 12, note: 'Mine' })
})

it('a change waits for one that is under way, and goes on from what that one wrote', async () => {
  const row = await made()
  const mine = () => stalls.change(ctx(), row.id, { note: 'Mine' })
  const byTheRule = () => stalls.change(ctx(), row.id, { places: 11 })
  const held = sql`select from stalls where id = ${row.id} for update`
  const theirs = ({ db }: Pick<typeof database, 'db'>) => db.execute(sql`update stalls set places = 20 where id = ${row.id}`)
  expect(await meanwhile(database, held, [mine, byTheRule], theirs)).toEqual(['not refused', 'bad_input'])
  expect(await stalls.get(ctx(), row.id)).toEqual({ ...row, places: 20, note: 'Mine' })
})

it('a row that is removed is gone, and stands in the audit log as it was', async () => {
  const [row, other] = [await made(), await made({ name: 'Other' })]
  expect(await stalls.remove(ctx(), row.id)).toBeUndefined()
  expect(await stalls.all(ctx())).toEqual([other])
  expect((await audited(row.id)).slice(1)).toEqual([entry('stall deleted', row, null)])
})

it.each([randomUUID(), 'x', '', "' or true --"])('there is no row of the id %j', async (id) => {
  const row = await made()
  for (const verb of [stalls.get, stalls.remove]) expect(await refusalOf(verb(ctx(), id))).toBe('not_found')
  expect(await refusalOf(stalls.change(ctx(), id, { note: 'x' }))).toBe('not_found')
  expect(await stalls.all(ctx())).toEqual([row])
})

it('who may not write is told so before anything is looked at, and reads nothing of a noun that is not public', async () => {
  for (const [actor, code] of [
    [anonymous, 'signed_out'],
    [{ ...admin, role: null }, 'forbidden'],
  ] as const)
    for (const verb of [stalls.create, stalls.change, stalls.remove, stalls.get, stalls.list, stalls.all])
      expect(await refusalOf((verb as (ctx: never, ...sent: unknown[]) => Promise<unknown>)({ actor } as never, '', ''))).toBe(code)
  expect([stalls.create.may, stalls.change.may, stalls.remove.may]).toEqual(Array(3).fill('write_content'))
})

it('a row may be named by a column: it is there once, and a change of that column moves it', async () => {
  const [row, moved] = [holidays.row.parse({ day: '2026-11-24', name: 'Idd' }), holidays.row.parse({ day: '2026-12-01', name: 'Idd' })]
  const closed = async () => {
    const { closed } = await readDeliveryTerms(ctx())
    return [row, moved].filter(({ day }) => closed.has(day))
  }
  expect([await closed(), await holidays.create(ctx(), row, 'a key'), await closed()], 'in the transaction of the noun').toEqual([[], row, [row]])
  await expect(holidays.create(ctx(), row, 'a key')).rejects.toEqual(badInput({ day: 'This day is in the list already.' }))
  await expect(holidays.change(ctx(), row.day, { day: '2026-11-22' })).rejects.toEqual(badInput({ day: expect.stringContaining('over') }))
  expect([await holidays.change(ctx(), row.day, { day: moved.day }), await holidays.get(ctx(), moved.day)]).toEqual([moved, moved])
  expect([await closed(), (await holidays.all(ctx()))[0]]).toEqual([[moved], moved])
  for (const none of [row.day, '2026-02-30', 'x']) expect(await refusalOf(holidays.remove(ctx(), none))).toBe('holiday_not_found')
  await holidays.remove(ctx(), moved.day)
  expect(await closed()).toEqual([])
  const days = [{ day: row.day }, { day: moved.day }] as const
  expect(await audited(row.day)).toEqual([entry('holiday added', null, row, 'holidays'), entry('holiday changed', ...days, 'holidays')])
  expect(await audited(moved.day)).toEqual([entry('holiday deleted', moved, null, 'holidays')])
})

/** A noun whose rows hold more than their columns: who made it and when, what is read beside it, and what staff alone see. */
const notes = resource({
  ...{ table: 'notes', one: 'note', notFound: 'not_found', writes: 'write_content', shownBy: 'is_on', isPublic: true },
  columns: {
    title: text('Title', 'Enter a title.', { max: 20 }),
    kind: choice('Kind', 'Choose a kind.', { text: { label: 'Text' }, image: { label: 'Image' } }, { initial: 'text' }),
    photo: optionalFile('Photo', 'Upload it.', { bucket: 'ad-images', when: { kind: ['image'] } }),
    is_on: flag('On', true),
  },
  files: columnFiles,
  row: z.object({
    ...{ id: z.uuid(), title: z.string(), kind: z.string(), photo: z.string().nullable(), is_on: z.boolean(), length: z.int() },
    ...{ secret: z.string().nullable().optional(), created_by: z.uuid().nullable().optional(), created_at: z.iso.datetime() },
  }),
  reads: { length: sql`length(title)` },
  forStaff: ['secret', 'created_by'],
  shown: (row) => ({ ...row, title: row.title.toUpperCase() }),
  pages: { by: 'created_at', isNewestFirst: true, filters: ['is_on'], search: 'title' },
  lockFirst: (tx, id) => tx.execute(sql`update notes set secret = 'locked' where id = ${id}`),
  removing: async (tx, { id }) => {
    await tx.execute(sql`delete from notes where title = 'Goes along'`)
    return { went: id }
  },
})
const notesTable = sql.raw(`create table notes (
  id uuid primary key, title text not null, kind text not null, photo text, is_on boolean not null, secret text, created_by uuid, created_at timestamptz not null)`)
const visitor = () => as(ctx(), anonymous)

describe('a noun whose rows hold more than their columns', () => {
  beforeAll(() => database.ownerDb.execute(notesTable))
  beforeEach(() => database.ownerDb.execute(sql.raw('delete from notes')))
  const note = (title: string, more: object = {}, at = '2026-11-23T06:00:00.123456Z') =>
    notes.create(contextOn(database, { actor: admin, now: sql`${at}::timestamptz` }), { title, ...more })

  it('is made by somebody at some time, and shows visitors no more than is theirs', async () => {
    const row = await note('Gate')
    const shown = { ...{ id: row.id, title: 'Gate', kind: 'text', photo: null, is_on: true, length: 4 }, created_at: '2026-11-23T06:00:00.123Z' }
    expect(row).toEqual({ ...shown, secret: null, created_by: admin.userId })
    expect([await notes.get(ctx(), row.id), await notes.get(visitor(), row.id)]).toEqual([row, { ...shown, title: 'GATE' }])
    const changed = await notes.change(ctx(), row.id, { title: 'The gate', is_on: false })
    expect(changed).toMatchObject({ title: 'The gate', length: 8, created_by: admin.userId })
    expect(await refusalOf(notes.get(visitor(), row.id))).toBe('not_found')
    const { length: _, ...logged } = row
    expect(await audited(row.id)).toEqual([
      entry('note created', null, logged, 'notes'),
      entry('note changed', { title: 'Gate', is_on: true }, { title: 'The gate', is_on: false }, 'notes'),
    ])
  })

  it('is listed newest first, page by page, of those that are on and of what is searched', async () => {
    const made: { id: string }[] = []
    for (const [at, title] of ['One', 'Two', 'Three', 'Four'].entries())
      made.unshift(await note(title, { is_on: title !== 'Two' }, `2026-11-23T06:00:00.00000${Math.floor(at / 2)}Z`))
    const idsOf = async (who: ReturnType<typeof ctx>, filter: object) => (await notes.list(who, filter)).data.map(({ id }) => id)
    const all: string[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await notes.list(ctx(), { limit: 1, ...(cursor && { cursor }) })
      all.push(...page.data.map(({ id }) => id))
      cursor = page.next
    }
    const isLater = ({ id }: { id: string }) => made.findIndex((each) => each.id === id) < 2
    expect([all.length, new Set(all).size, all.slice(0, 2).every((id) => isLater({ id }))]).toEqual([4, 4, true])
    expect(await idsOf(visitor(), {})).toEqual(all.filter((id) => id !== made[2]?.id))
    expect([await idsOf(ctx(), { is_on: false }), await idsOf(visitor(), { is_on: false })]).toEqual([[made[2]?.id], []])
    expect(await idsOf(ctx(), { search: 'hRe' })).toEqual([made[1]?.id])
    expect(await idsOf(ctx(), { search: '%' })).toEqual([])
    for (const cursor of ['x', Buffer.from('["1","2"]').toString('base64url')])
      expect(await refusalOf(notes.list(ctx(), { cursor }))).toBe('malformed')
  })

  it('is listed whole as well, and keeps what is off and what is for staff', async () => {
    const [on, off] = [await note('On'), await note('Off', { is_on: false })]
    const { secret: _, created_by: __, ...shown } = on
    expect(await notes.all(visitor())).toEqual([{ ...shown, title: 'ON' }])
    expect(await notes.all(ctx())).toEqual([on, off].sort((one, other) => one.id.localeCompare(other.id)))
  })

  it('has each of its columns in the shape of its row', () => {
    const { row: _, ...noun } = notes.noun
    expect(() => resource({ ...noun, row: z.object({ id: z.uuid(), title: z.string() }) } as never)).toThrow('lacks kind, photo, is_on')
  })

  it('says what stores the files of its columns', () => {
    expect(() => resource({ ...notes.noun, files: undefined })).toThrow('note: a file column needs `files`')
  })

  it('shows files that are stored, and none where its kind has none', async () => {
    const photo = await storedPicture(database, '1700000000001', 'ad-images/ads')
    expect(await note('Wall', { kind: 'image', photo })).toMatchObject({ photo })
    const { id } = await note('Text', { photo })
    expect(await notes.get(ctx(), id)).toMatchObject({ photo: null })
    const gone = { kind: 'image', photo: '/files/ad-images/ads/1000000000001.webp' }
    await expect(note('Gone', gone)).rejects.toEqual(badInput({ photo: 'This file is not kept here. Please upload it again.' }))
    await expect(notes.change(ctx(), id, gone)).rejects.toEqual(badInput({ photo: expect.any(String) }))
    await expect(note('Else', { kind: 'image', photo: '/files/promotional-images/images/1000000000001.webp' })).rejects.toEqual(
      badInput({ photo: 'Upload it.' }),
    )
  })

  it('locks what it must first, and takes along what goes with it', async () => {
    const [row] = [await note('Gate'), await note('Goes along')]
    await notes.remove(ctx(), row.id)
    expect(await rowsOf(database, sql`select id from notes`)).toEqual([])
    const { length: _, ...logged } = row
    expect((await audited(row.id)).at(-1)).toEqual(entry('note deleted', { ...logged, secret: 'locked', went: row.id }, null, 'notes'))
  })
})
