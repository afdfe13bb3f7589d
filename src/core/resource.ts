import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type ColumnFiles, newShapeOf, noFiles, type ShapeOf, shapeOf } from '#core/column-schemas.ts'
import { type Actor, type Context, requirePermission } from '#core/context.ts'
import { idempotentId, sameAsBefore } from '#core/idempotent-create.ts'
import { parseInput } from '#core/input.ts'
import { permitted } from '#core/operation.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { limitOf, type Page, type Paging, pageOfKeyed, readCursor } from '#core/page-of.ts'
import { type Listed, statementsOf } from '#core/resource-sql.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { type Columns, changeableOf, settled, type ValuesOf } from '#domain/columns.ts'
import { Problem, type ProblemCode } from '#domain/problem.ts'
import { may, type UseCase } from '#domain/roles.ts'

/** A noun that is stored and changed by staff. What it declares is all that the verbs know of it. */
export interface Declaration<Of extends Columns, Key extends string, Shape extends z.ZodObject, Row = ValuesOf<Of> & Record<NoInfer<Key>, string>> {
  table: string
  /** In the audit log, such as `holiday`. */
  one: string
  /** The audit log's word for a new one: `holiday added`. */
  made?: 'added' | 'created'
  notFound: ProblemCode
  writes: UseCase
  /** Everybody reads it; without this only those who may write it. */
  isPublic?: true
  columns: Of
  /** The column that names a row; by default `id`, which the shop draws. */
  key?: Key
  /** The shape of a row that holds more than its columns; `created_by` and `created_at` are who made it and when. */
  row?: Shape
  /** What of it is no column of the table: its SQL, in a statement of this table alone. */
  reads?: Record<string, SQL>
  /** What of it staff alone see. */
  forStaff?: (keyof z.output<NoInfer<Shape>> & string)[]
  /** What others see of it. */
  shown?: (row: z.output<NoInfer<Shape>>) => z.output<NoInfer<Shape>>
  /** What the whole list is sorted by; one of pages has an order of its own. */
  order?: readonly ((keyof Of & string) | 'id')[]
  /** A list of pages. */
  pages?: Listed
  /** The flag of rows that everybody sees; the others are for staff. */
  shownBy?: keyof Of & string
  /** What to do where a constraint of the database refuses a row: by its name, then by field. */
  violations?: Record<string, Record<string, string>>
  /** What stores the files of its columns that are files (features/files/require-stored.ts). */
  files?: ColumnFiles
  /** The transaction of each write. */
  within?: <Answer>(ctx: Context, write: (tx: Database) => Promise<Answer>) => Promise<Answer>
  /** The rule of the noun: what is wrong, by field. */
  refuse?: (row: Row) => Record<string, string> | null
  /** What a new row holds that was not sent (`filled` columns). */
  fill?: (tx: Database, row: Row) => Promise<Partial<Row>>
  /** What is locked before a row is deleted. */
  lockFirst?: (tx: Database, id: string) => Promise<unknown>
  /** Before a row goes: deletes what the database does not, and returns what else the audit log keeps of it. */
  removing?: (tx: Database, row: Row) => Promise<object>
  /** Refuses a row by what the database knows; `before` is null for a new one. */
  check?: (tx: Database, ctx: Context, after: Row, before: Row | null) => Promise<void>
}

type OwnShape<Of extends Columns, Key extends string> = z.ZodObject<ShapeOf<Of> & Record<Key, z.ZodType<string>>>
export type Resource<Of extends Columns, Key extends string, Shape extends z.ZodObject = OwnShape<Of, Key>> = ReturnType<
  typeof resource<Of, Key, Shape>
>

/** The verbs of a noun. Problems of a write: those of its permission, bad_input, `notFound`, made_already, changed_meanwhile; with files those of `keepWebFiles`. */
export function resource<const Of extends Columns, const Key extends string = 'id', Shape extends z.ZodObject = OwnShape<Of, Key>>(
  noun: Declaration<Of, Key, Shape>,
) {
  type Seen = z.output<Shape>
  type Row = Seen & ValuesOf<Of> & Record<Key, string>
  const { table, one, made = 'created', notFound, writes, columns, key = 'id' as Key, reads = {}, forStaff = [], shown = (row) => row } = noun
  const { order = [key], pages, shownBy, files = noFiles, within = ({ db }, act) => db.transaction(act), refuse = () => null } = noun
  const isDrawn = key === 'id'
  if (files === noFiles && Object.values(columns).some(({ type }) => type === 'file')) throw new Error(`${one}: a file column needs \`files\``)
  const ownShape = { ...(isDrawn && { id: z.uuid() }), ...shapeOf(columns) } as ShapeOf<Of> & Record<Key, z.ZodType<string>>
  const row = (noun.row ?? z.object(ownShape)) as Shape
  const input = z.object(newShapeOf(columns))
  const changes = z.object(shapeOf(changeableOf(columns))).partial()
  const violations = { ...files.violations(columns), ...noun.violations }
  const statements = statementsOf({ table, columns, key, row, reads, order, listed: pages ?? { by: key, filters: [] }, shownBy })

  async function read(db: Database, id: string, statement = statements.one): Promise<Row> {
    const { rows } = ownShape[key].safeParse(id).success ? await db.execute(statement(id)) : { rows: [] }
    if (!rows[0]) throw new Problem(notFound)
    return rows[0] as Row
  }

  function requireReader(ctx: Pick<Context, 'actor'>) {
    if (!noun.isPublic) requirePermission(ctx, writes)
  }

  /** A row as this actor sees it. */
  function seen(read: Row, actor: Pick<Actor, 'role'>): Seen {
    if (may(actor, writes)) return read
    return shown(Object.fromEntries(Object.entries(read).filter(([name]) => !forStaff.includes(name as never))) as Seen)
  }

  /** What the audit log keeps of a row. */
  const logged = (read: Row) => Object.fromEntries(Object.entries(read).filter(([name]) => !reads[name]))

  /** A row that may be written. */
  function checked<Sent extends Record<string, unknown>>(sent: Sent): Sent {
    const wanted = settled(columns, sent)
    const fields = refuse(wanted as never)
    if (fields) throw new Problem('bad_input', { fields })
    return wanted
  }

  async function check(tx: Database, ctx: Context, after: Row, before: Row | null): Promise<void> {
    await files.require(tx, columns, after)
    await noun.check?.(tx, ctx, after, before)
  }

  async function write<Answer>(ctx: Context, act: (tx: Database) => Promise<Answer>): Promise<Answer> {
    try {
      return await within(ctx, act)
    } catch (error) {
      const constraint = Object.keys(violations).find((constraint) => violates(error, constraint))
      throw constraint ? new Problem('bad_input', { fields: violations[constraint] ?? {} }) : error
    }
  }

  return {
    noun,
    /** Every statement that the verbs send. */
    statements,
    row,
    input,
    changes,
    seen,

    async all(ctx: Pick<Context, 'db' | 'actor'>): Promise<Seen[]> {
      requireReader(ctx)
      const { rows } = await ctx.db.execute(statements.all(may(ctx.actor, writes)))
      return (rows as Row[]).map((row) => seen(row, ctx.actor))
    },

    /** Problem `malformed` for a cursor that is not ours. */
    async list(
      ctx: Pick<Context, 'db' | 'actor'>,
      filter: Paging & { search?: string | undefined } & Partial<ValuesOf<Of>> = {},
    ): Promise<Page<Seen>> {
      requireReader(ctx)
      const behind = filter.cursor ? readCursor(filter.cursor, pages?.isNewestFirst ? 'instant' : 'number') : null
      const { rows } = await ctx.db.execute(statements.page(filter, behind, may(ctx.actor, writes), limitOf(filter)))
      return pageOfKeyed(rows as { id: string; key: string }[], filter, (row) => seen(row as never, ctx.actor))
    },

    async get(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<Seen> {
      requireReader(ctx)
      const row = await read(ctx.db, id)
      if (shownBy && !row[shownBy] && !may(ctx.actor, writes)) throw new Problem(notFound)
      return seen(row, ctx.actor)
    },

    /** Writes a row of the shop's own making; false where there is one of this id already. */
    put: async (db: Database, row: Row) => (await db.execute(statements.insert(checked(row)))).rows.length > 0,

    /** Once for each key of a form. */
    create: permitted(writes, async (ctx, sent: unknown, formKey?: string): Promise<Row> => {
      const id = isDrawn && { id: idempotentId(ctx, table, formKey) }
      const wanted = checked({ ...(await files.fetch(ctx, columns, parseInput(input, sent))), ...id }) as Row
      return write(ctx, async (tx) => {
        await check(tx, ctx, wanted, null)
        const stamped = { ...wanted, created_by: ctx.actor.userId, created_at: ctx.now, ...(await noun.fill?.(tx, wanted)) }
        const { rows } = await tx.execute(statements.insert(stamped))
        const row = await read(tx, wanted[key])
        if (rows.length === 0) return sameAsBefore(row, wanted)
        await writeAudit(tx, ctx, { action: `${one} ${made}`, table, id: wanted[key], after: logged(row) })
        return row
      })
    }),

    /** Only what is sent changes. With the snapshot of a form it refuses to overwrite what somebody else has changed meanwhile. */
    change: permitted(writes, async (ctx, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<Row> => {
      const wanted = await files.fetch(ctx, columns, parseInput(changes, sent), () => read(ctx.db, id))
      return write(ctx, async (tx) => {
        const before = await read(tx, id, statements.locked)
        requireUnchanged(before, wanted, snapshot)
        const changed = checked({ ...before, ...wanted })
        await check(tx, ctx, changed, before)
        await tx.execute(statements.update(id, changed))
        const after = noun.reads ? await read(tx, changed[key]) : changed
        await writeChange(tx, ctx, { action: `${one} changed`, table, id: before[key], before: logged(before), after: logged(after) })
        return after
      })
    }),

    remove: permitted(
      writes,
      (ctx, id: string): Promise<void> =>
        write(ctx, async (tx) => {
          if (ownShape[key].safeParse(id).success) await noun.lockFirst?.(tx, id)
          const row = await read(tx, id, statements.locked)
          const before = { ...logged(row), ...(await noun.removing?.(tx, row)) }
          await tx.execute(statements.remove(id))
          await writeAudit(tx, ctx, { action: `${one} deleted`, table, id: row[key], before })
        }),
    ),
  }
}
