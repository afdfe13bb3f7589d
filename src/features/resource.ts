import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { type Columns, changeableOf, type ValuesOf } from '#domain/columns.ts'
import { Problem, type ProblemCode } from '#domain/problem.ts'
import { may, type UseCase } from '#domain/roles.ts'
import { newShapeOf, type ShapeOf, shapeOf } from '#features/column-schemas.ts'
import type { Context } from '#features/context.ts'
import { readCursor } from '#features/cursor.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { parseInput } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { permitted } from '#features/permitted.ts'
import { statementsOf } from '#features/resource-sql.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

/** A noun that is stored, shown to everybody and changed by staff. What it declares is all that the verbs know of it. */
export interface Declaration<Of extends Columns, Key extends string, Row = ValuesOf<Of> & Record<NoInfer<Key>, string>> {
  table: string
  /** In the audit log, such as `holiday`. */
  one: string
  /** The audit log's word for a new one: `holiday added`. */
  made?: 'added' | 'created'
  notFound: ProblemCode
  writes: UseCase
  columns: Of
  /** The column that names a row; by default `id`, which the shop draws. */
  key?: Key
  /** What the whole list is sorted by. */
  order: readonly ((keyof Of & string) | 'id')[]
  /** A list of pages, sorted by a number; it can be narrowed to rows that hold certain values. */
  pages?: { by: keyof Of & string; filters: (keyof Of & string)[] }
  /** The flag of rows that everybody sees; the others are for staff. */
  shownBy?: keyof Of & string
  /** What to do where a constraint of the database refuses a row: by its name, then by field. */
  violations?: Record<string, Record<string, string>>
  /** The transaction of each write. */
  within?: <Answer>(ctx: Context, write: (tx: Database) => Promise<Answer>) => Promise<Answer>
  /** A row as it would be written: what others of its kind have not is left out. */
  settle?: (row: Row) => Row
  /** The rule of the noun: what is wrong, by field. */
  refuse?: (row: Row) => Record<string, string> | null
  /** What a new row holds that was not sent (`filled` columns). */
  fill?: (tx: Database, row: Row) => Promise<Partial<Row>>
  /** What goes with a row, for the audit log. */
  losses?: (tx: Database, row: Row) => Promise<Record<string, unknown>>
  /** Refuses a row by what the database knows; `before` is null for a new one. */
  check?: (tx: Database, ctx: Context, after: Row, before: Row | null) => Promise<void>
}

export type Resource<Of extends Columns, Key extends string> = ReturnType<typeof resource<Of, Key>>

/** The verbs of a noun. Problems of a write: those of its permission, bad_input, `notFound`, made_already, changed_meanwhile. */
export function resource<const Of extends Columns, const Key extends string = 'id'>(noun: Declaration<Of, Key>) {
  type Row = ValuesOf<Of> & Record<Key, string>
  const { table, one, made = 'created', notFound, writes, columns, key = 'id' as Key, order, pages, shownBy, violations = {} } = noun
  const { within = ({ db }, act) => db.transaction(act), settle = (row) => row, refuse = () => null, fill, losses, check } = noun
  const isDrawn = key === 'id'
  const shape = { ...(isDrawn && { id: z.uuid() }), ...shapeOf(columns) } as ShapeOf<Of> & Record<Key, z.ZodType<string>>
  const input = z.object(newShapeOf(columns))
  const changes = z.object(shapeOf(changeableOf(columns))).partial()
  const statements = statementsOf(table, columns, key, order, pages ? { ...pages, shownBy: shownBy ?? null } : null)

  async function read(db: Database, id: string, statement = statements.one): Promise<Row> {
    const { rows } = shape[key].safeParse(id).success ? await db.execute(statement(id)) : { rows: [] }
    if (!rows[0]) throw new Problem(notFound)
    return rows[0] as Row
  }

  /** A row that may be written. Problem `bad_input`. */
  function checked(sent: Row): Row {
    const row = settle(sent)
    const fields = refuse(row)
    if (fields) throw new Problem('bad_input', { fields })
    return row
  }

  async function write<Answer>(ctx: Context, act: (tx: Database) => Promise<Answer>): Promise<Answer> {
    try {
      return await within(ctx, act)
    } catch (error) {
      const refused = Object.keys(violations).find((constraint) => violates(error, constraint))
      throw refused ? new Problem('bad_input', { fields: violations[refused] ?? {} }) : error
    }
  }

  return {
    noun,
    /** Every statement that the verbs send. */
    statements,
    row: z.object(shape),
    input,
    changes,

    all: async ({ db }: Pick<Context, 'db'>) => (await db.execute(statements.all())).rows as Row[],

    /** Problem `malformed` for a cursor that is not ours. */
    async list(ctx: Pick<Context, 'db' | 'actor'>, filter: Paging & Partial<ValuesOf<Of>> = {}): Promise<Page<Row>> {
      const size = pageSize(filter)
      const behind = filter.cursor ? readCursor(filter.cursor, 'number') : null
      const { rows } = await ctx.db.execute(statements.page(filter, behind, may(ctx.actor, writes), size + 1))
      const keyed = (rows as Row[]).map((row) => ({ row, key: [String(row[pages?.by ?? key]), row[key]] as [string, string] }))
      return pageOf(keyed, size)
    },

    async get(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<Row> {
      const row = await read(ctx.db, id)
      if (shownBy && !row[shownBy] && !may(ctx.actor, writes)) throw new Problem(notFound)
      return row
    },

    /** Writes a row of the shop's own making; false where there is one of this id already. */
    put: async (db: Database, row: Row) => (await db.execute(statements.insert(checked(row)))).rows.length > 0,

    /** Once for each key of a form. */
    create: permitted(writes, async (ctx, sent: unknown, formKey?: string): Promise<Row> => {
      const id = isDrawn && { id: idempotentId(ctx, table, formKey) }
      const wanted = checked({ ...parseInput(input, sent), ...id } as Row)
      return write(ctx, async (tx) => {
        await check?.(tx, ctx, wanted, null)
        const { rows } = await tx.execute(statements.insert({ ...wanted, ...(await fill?.(tx, wanted)) }))
        const row = await read(tx, wanted[key])
        if (rows.length === 0) return sameAsBefore(row, wanted)
        await writeAudit(tx, ctx, { action: `${one} ${made}`, table, id: wanted[key], after: row })
        return row
      })
    }),

    /** Only what is sent changes. With the snapshot of a form it refuses to overwrite what somebody else has changed meanwhile. */
    change: permitted(writes, async (ctx, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<Row> => {
      const wanted = parseInput(changes, sent)
      return write(ctx, async (tx) => {
        const before = await read(tx, id, statements.locked)
        requireUnchanged(before, wanted, snapshot)
        const after = checked({ ...before, ...wanted })
        await check?.(tx, ctx, after, before)
        await tx.execute(statements.update(id, after))
        await writeChange(tx, ctx, { action: `${one} changed`, table, id: before[key], before, after })
        return after
      })
    }),

    remove: permitted(
      writes,
      (ctx, id: string): Promise<void> =>
        write(ctx, async (tx) => {
          const row = await read(tx, id, statements.locked)
          const before = { ...row, ...(await losses?.(tx, row)) }
          await tx.execute(statements.remove(id))
          await writeAudit(tx, ctx, { action: `${one} deleted`, table, id: row[key], before })
        }),
    ),
  }
}
