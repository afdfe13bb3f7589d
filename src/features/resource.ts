import { z } from 'zod'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import { type Columns, changeableOf, type ValuesOf } from '#domain/columns.ts'
import { Problem, type ProblemCode } from '#domain/problem.ts'
import type { UseCase } from '#domain/roles.ts'
import { newShapeOf, type ShapeOf, shapeOf } from '#features/column-schemas.ts'
import type { Context } from '#features/context.ts'
import { idempotentId, sameAsBefore } from '#features/idempotent-create.ts'
import { parseInput } from '#features/input.ts'
import { type FormSnapshot, requireUnchanged } from '#features/optimistic-lock.ts'
import { permitted } from '#features/permitted.ts'
import { statementsOf } from '#features/resource-sql.ts'
import { writeAudit, writeChange } from '#features/write-audit.ts'

/** A noun that is stored, shown to everybody and changed by staff. What it declares is all that the verbs know of it. */
export interface Declaration<Of extends Columns, Key extends string, Row = ValuesOf<Of> & Record<Key, string>> {
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
  /** What the list is sorted by. */
  order: (keyof Row & string)[]
  /** What to do where a constraint of the database refuses a row: by its name, then by field. */
  violations?: Record<string, Record<string, string>>
  /** The transaction of each write. */
  within?: <Answer>(ctx: Context, write: (tx: Database) => Promise<Answer>) => Promise<Answer>
  /** Refuses a row by what the database knows; `before` is null for a new one. */
  check?: (tx: Database, ctx: Context, after: Row, before: Row | null) => Promise<void>
}

export type Resource<Of extends Columns, Key extends string> = ReturnType<typeof resource<Of, Key>>

/** The verbs of a noun. Problems of a write: those of its permission, bad_input, `notFound`, made_already, changed_meanwhile. */
export function resource<const Of extends Columns, const Key extends string = 'id'>(noun: Declaration<Of, Key>) {
  type Row = ValuesOf<Of> & Record<Key, string>
  const { table, one, made = 'created', notFound, writes, columns, key = 'id' as Key, order, violations = {}, check } = noun
  const { within = ({ db }, write) => db.transaction(write) } = noun
  const isDrawn = key === 'id'
  const shape = { ...(isDrawn && { id: z.uuid() }), ...shapeOf(columns) } as ShapeOf<Of> & Record<Key, z.ZodType<string>>
  const input = z.object(newShapeOf(columns))
  const changes = z.object(shapeOf(changeableOf(columns))).partial()
  const statements = statementsOf(table, columns, key)

  async function read(db: Database, id: string, statement = statements.one): Promise<Row> {
    const { rows } = shape[key].safeParse(id).success ? await db.execute(statement(id)) : { rows: [] }
    if (!rows[0]) throw new Problem(notFound)
    return rows[0] as Row
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

    all: async ({ db }: Pick<Context, 'db'>) => (await db.execute(statements.all(order))).rows as Row[],

    get: ({ db }: Pick<Context, 'db'>, id: string) => read(db, id),

    /** Once for each key of a form. */
    create: permitted(writes, async (ctx, sent: unknown, formKey?: string): Promise<Row> => {
      const wanted = parseInput(input, sent) as ValuesOf<Of>
      const row = (isDrawn ? { id: idempotentId(ctx, table, formKey), ...wanted } : wanted) as Row
      return write(ctx, async (tx) => {
        await check?.(tx, ctx, row, null)
        const { rows } = await tx.execute(statements.insert(row))
        const after = await read(tx, row[key])
        if (rows.length === 0) return sameAsBefore(after, wanted)
        await writeAudit(tx, ctx, { action: `${one} ${made}`, table, id: row[key], after })
        return after
      })
    }),

    /** Only what is sent changes. With the snapshot of a form it refuses to overwrite what somebody else has changed meanwhile. */
    change: permitted(writes, async (ctx, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<Row> => {
      const wanted = parseInput(changes, sent)
      return write(ctx, async (tx) => {
        const before = await read(tx, id, statements.locked)
        requireUnchanged(before, wanted, snapshot)
        const after = { ...before, ...wanted }
        await check?.(tx, ctx, after, before)
        await tx.execute(statements.update(id, after))
        await writeChange(tx, ctx, { action: `${one} changed`, table, id, before, after })
        return after
      })
    }),

    remove: permitted(
      writes,
      (ctx, id: string): Promise<void> =>
        write(ctx, async (tx) => {
          const before = await read(tx, id, statements.locked)
          await tx.execute(statements.remove(id))
          await writeAudit(tx, ctx, { action: `${one} deleted`, table, id, before })
        }),
    ),
  }
}
