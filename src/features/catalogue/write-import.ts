import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type AuditEntry, writeAudits } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { oneSize } from '#domain/catalogue.ts'
import { Problem } from '#domain/problem.ts'
import type { ImportStep } from '#features/catalogue/import-steps.ts'
import { writtenColumns } from '#features/catalogue/write-product.ts'

/** Products per statement: far inside the time one statement may take. */
const batch = 500

/** Writes a plan, each product whole and with its row in the audit log. New products come first: locks that orders wait for are taken only at the end. */
export async function writeImport(tx: Database, ctx: Context, steps: ImportStep[]): Promise<void> {
  const creations = steps.filter(({ act }) => act === 'create')
  const changes = steps.filter(({ act }) => act === 'change')
  for (const some of batchesOf(creations)) await insert(tx, ctx, some)
  for (const some of batchesOf(changes)) await update(tx, some)
  await writeAudits(tx, ctx, steps.map(auditOf))
  const moved = changes.filter(({ sizes }) => sizes.length > 0)
  await lockStock(tx, moved)
  for (const some of batchesOf(moved)) await moveStock(tx, ctx, some)
}

function batchesOf(steps: ImportStep[]): ImportStep[][] {
  return Array.from({ length: Math.ceil(steps.length / batch) }, (_, at) => steps.slice(at * batch, (at + 1) * batch))
}

/** Their names come from the program, never from a file. */
const columns = sql.raw(writtenColumns.join(', '))

/** A value for each step, of which `jsonb_populate_record` makes a row of `products`. */
function sentBy(steps: ImportStep[]) {
  return sql`jsonb_array_elements(${JSON.stringify(steps.map(({ id, row, columns }) => ({ id, row, ...columns })))}::jsonb) as sent`
}

/** The first row of the file is listed first. */
async function insert(tx: Database, ctx: Context, steps: ImportStep[]) {
  await tx.execute(sql`
    insert into products (id, created_at, ${columns})
    select id, ${ctx.now} - (sent->>'row')::integer * interval '1 microsecond', ${columns}
    from ${sentBy(steps)}, jsonb_populate_record(null::products, sent)`)
  const sizes = steps.flatMap((step) => step.sizes.map(({ label, stock }, position) => ({ product_id: step.id, label, stock, position })))
  await tx.execute(sql`
    with sent as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sizes)}::jsonb) as z(product_id uuid, label text, stock integer, position integer)
    ), made as (
      insert into product_size (product_id, label, position) select product_id, label, position from sent returning id, product_id, label
    )
    insert into stock_movements (product_size_id, delta, reason, actor_id, note, created_at)
    select made.id, sent.stock, 'opening', ${ctx.actor.userId}::uuid, 'Imported', ${ctx.now} from made join sent using (product_id, label) where sent.stock > 0`)
}

async function update(tx: Database, steps: ImportStep[]) {
  await tx.execute(sql`
    update products set (${columns}) = (select ${columns} from jsonb_populate_record(null::products, sent))
    from ${sentBy(steps)} where id = (sent->>'id')::uuid`)
}

/** In the fixed order in which orders take stock, so that the two cannot deadlock. */
async function lockStock(tx: Database, steps: ImportStep[]) {
  await tx.execute(sql`
    select from product_size where product_id in (select jsonb_array_elements_text(${JSON.stringify(steps.map(({ id }) => id))}::jsonb)::uuid)
    order by id for update`)
}

/** The stock must still be what the plan saw: the plan was made before the sizes were locked. */
async function moveStock(tx: Database, ctx: Context, steps: ImportStep[]) {
  const plain = steps.filter(({ dropsPlain }) => dropsPlain).map(({ id }) => ({ product_id: id, label: oneSize, stock: 0, seen: null, place: 0 }))
  const sizes = steps.flatMap((step) =>
    step.sizes.map(({ label, stock, seen }, place) => ({ product_id: step.id, label, stock, seen, place: place + 1 })),
  )
  const sent = sql`jsonb_to_recordset(${JSON.stringify([...sizes, ...plain])}::jsonb) as w(product_id uuid, label text, stock integer, seen integer, place integer)`
  const { rows } = await tx.execute(sql`
    select from ${sent} left join product_size z on z.product_id = w.product_id and z.label = w.label
    where w.seen is not null and w.seen <> coalesce(z.stock, 0) limit 1`)
  if (rows.length > 0) throw new Problem('import_moved')
  await tx.execute(sql`
    insert into product_size (product_id, label, position)
    select w.product_id, w.label, (select coalesce(max(z.position), -1) from product_size z where z.product_id = w.product_id) + w.place
    from ${sent} where w.place > 0 on conflict (product_id, label) do nothing`)
  await tx.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, actor_id, note, created_at)
    select z.id, w.stock - z.stock, 'manual', ${ctx.actor.userId}::uuid, 'Imported', ${ctx.now}
    from ${sent} join product_size z on z.product_id = w.product_id and z.label = w.label where w.stock <> z.stock order by z.id`)
  if (plain.length === 0) return
  await tx.execute(sql`
    delete from product_size z using ${sent} where w.place = 0 and z.product_id = w.product_id and z.label = w.label
      and not exists (select from order_items i where i.product_size_id = z.id)`)
}

/** Only the values that differ; sizes as they are after the import. */
function auditOf({ act, id, columns, before, sizes, changed }: ImportStep): AuditEntry {
  const product_sizes = sizes.map(({ label, stock }) => ({ label, stock }))
  const pick = (from: typeof columns) => Object.fromEntries(Object.entries(from).filter(([name]) => changed.includes(name)))
  if (act === 'create' || before === null) return { action: 'product created by import', table: 'products', id, after: { ...columns, product_sizes } }
  const after = { ...pick(columns), ...(sizes.length > 0 && { product_sizes }) }
  return { action: 'product changed by import', table: 'products', id, before: pick(before), after }
}
